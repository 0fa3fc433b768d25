// SPDX-License-Identifier: BSD-3-Clause
#include "present/perfetto_names.h"

#include <iterator>

#include "present/argument_names.h"
#include "present/perfetto_schema.h"
#include "present/protobuf.h"

namespace mpitrace::present {
namespace {

constexpr std::string_view kCategories[] = {"",         "compute",  "mpi",       "mpi.coll", "mpi.comm",
                                            "mpi.io",   "mpi.life", "mpi.local", "mpi.p2p",  "mpi.rma",
                                            "mpi.wait", "mpitrace", "region"};

// Numbers of a site's texts. 0 stands for no number.
std::uint64_t name_of(std::uint32_t site) {
  return site + std::uint64_t{1};
}
std::uint64_t place_of(std::uint32_t site) {
  return 2 * std::uint64_t{site} + 1;
}
std::uint64_t function_of(std::uint32_t site) {
  return 2 * std::uint64_t{site} + 2;
}

void intern(Text& fields, std::uint32_t kind, std::uint64_t id, std::string_view text) {
  const std::string valid = valid_text(text);
  Message message(fields, 3 * Message::kFieldBytes + valid.size());
  const std::size_t body = message.begin(kind);
  message.number(InternedField::kId, id);
  message.text(InternedField::kText, valid);
  message.end(body);
}

}  // namespace

std::uint8_t perfetto_category(std::string_view name) {
  for (std::size_t i = 1; i < std::size(kCategories); ++i) {
    if (kCategories[i] == name) return static_cast<std::uint8_t>(i);
  }
  return 0;
}

std::string perfetto_fixed_names() {
  Text fields;
  for (std::size_t i = 1; i < std::size(kCategories); ++i)
    intern(fields, InternedField::kCategories, i, kCategories[i]);
  for (std::size_t i = 1; i < std::size(kArgumentNames); ++i)
    intern(fields, InternedField::kAnnotationNames, i, kArgumentNames[i]);
  return std::string(fields.view());
}

std::string perfetto_site_names(std::uint32_t site, std::string_view function, const model::SiteName& name) {
  Text fields;
  intern(fields, InternedField::kEventNames, name_of(site), function);
  intern(fields, InternedField::kAnnotationTexts, place_of(site), name.place);
  if (!name.function.empty()) intern(fields, InternedField::kAnnotationTexts, function_of(site), name.function);
  return std::string(fields.view());
}

std::string perfetto_site_fields(std::uint32_t site, std::string_view category, const model::SiteName& name) {
  Text fields;
  {
    Message message(fields, 10 * Message::kFieldBytes);
    const auto annotation = [&](std::string_view argument, std::uint64_t text) {
      const std::size_t body = message.begin_short(EventField::kAnnotation);
      message.number(AnnotationField::kNameId, argument_number(argument));
      message.number(AnnotationField::kTextId, text);
      message.end_short(body);
    };
    message.number(EventField::kCategoryId, perfetto_category(category));
    message.number(EventField::kNameId, name_of(site));
    annotation("at", place_of(site));
    if (!name.function.empty()) annotation("in", function_of(site));
  }
  return std::string(fields.view());
}

}  // namespace mpitrace::present
