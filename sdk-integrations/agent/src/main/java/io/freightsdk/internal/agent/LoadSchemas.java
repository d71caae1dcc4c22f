package io.freightsdk.internal.agent;

import static io.freightsdk.internal.agent.schema.Schema.optional;
import static io.freightsdk.internal.agent.schema.Schema.required;
import static io.freightsdk.internal.agent.schema.Schema.text;

import io.freightsdk.internal.agent.schema.Schema;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** The schemas of a load and its stops: API description, sections 2.1 and 2.2. */
final class LoadSchemas {
  private static final String PHONE = "^\\+[1-9][0-9]{7,14}$";
  // The North American plan as the service checks it: no area code or exchange begins with 0 or 1.
  private static final Pattern NORTH_AMERICAN = Pattern.compile("\\+1[2-9][0-9]{2}[2-9][0-9]{6}");
  // Short, because it is part of the model's context; whether it is a valid time is checked
  // separately.
  private static final String INSTANT = "^[0-9-]{10}T[0-9:]{8}[Z0-9.:+-]+$";

  private LoadSchemas() {}

  static Schema.Struct createLoad() {
    return Schema.arguments(
        required("driverPhone", driverPhone()),
        required("pickups", new Schema.Items("In driving order.", pickup(), 1, 25)),
        required("deliveries", new Schema.Items("Likewise.", delivery(), 1, 25)),
        required("customerRef", customerRef()),
        optional("differsFrom", loadNumber("Only if the user said so: load of the similar order.")),
        optional("shipperName", name()),
        optional("carrierName", name()),
        optional("equipmentType", text("", "", "a trailer kind such as REEFER", 100).described("")),
        optional("rate", number("USD", "0", "10000000")),
        optional("miles", number("", "0", "100000")),
        optional("weight", number("Pounds", "0", "1000000")),
        optional("truckNumber", text("", "", "a number", 100).described("")));
  }

  private static Schema.Text name() {
    return text("", "", "a name", 200).described("");
  }

  static Schema.Text loadNumber() {
    return loadNumber("Number from create_load.");
  }

  private static Schema.Text loadNumber(String meaning) {
    return text(meaning, "LD-2026-0001", "a load number such as LD-2026-0001", 64)
        .matching("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$");
  }

  static Schema.Text instant(String meaning) {
    return text(
            meaning,
            "2026-11-20T14:00:00Z",
            "ISO 8601 date, time with seconds, and offset, such as 2026-11-20T14:00:00Z",
            35)
        .matching(INSTANT)
        .where(LoadSchemas::isInstant, "there is no such day or time of day");
  }

  /** Whether a text in the right form is a valid time; the 31st of November is not. */
  private static boolean isInstant(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static Schema.Text driverPhone() {
    return text("Driver's mobile.", "+13125550142", "a phone number such as +13125550142", 16)
        .matching(PHONE)
        .where(
            phone -> !phone.startsWith("+1") || NORTH_AMERICAN.matcher(phone).matches(),
            "in no North American number does the area code or the exchange begin with 0 or 1")
        .repairedBy(LoadSchemas::phone);
  }

  /** The number that is certainly meant: punctuation out, and the country of ten digits is 1. */
  private static String phone(String written) {
    if (!written.matches("\\+?[0-9 ().-]{7,30}")) return written;
    String digits = written.replaceAll("[^0-9]", "");
    if (written.startsWith("+")) return "+" + digits;
    if (NORTH_AMERICAN.matcher("+1" + digits).matches()) return "+1" + digits;
    return NORTH_AMERICAN.matcher("+" + digits).matches() ? "+" + digits : written;
  }

  private static Schema.Decimal number(String meaning, String minimum, String maximum) {
    return new Schema.Decimal(meaning, new BigDecimal(minimum), new BigDecimal(maximum));
  }

  static Schema.Text customerRef() {
    return text(
        "The order's own reference, exactly; one load each.",
        "PO-7731",
        "the order's own reference such as PO-7731",
        100);
  }

  private static Schema.Struct pickup() {
    return Schema.arguments(
        required("address", text("Street address.", "120 Main St", "a street address", 200)),
        required("city", text("City.", "Corbin", "a city", 100)),
        required("state", state()),
        required("zip", zip()),
        optional(
            "facilityName",
            text("Name of the place, shown to the driver.", "Dock 4", "a name", 200)),
        optional("date", instant("Window begins.")),
        optional("lat", number("", "-90", "90")),
        optional("lng", number("", "-180", "180")));
  }

  /** The same properties, which the pickup has described already. */
  private static Schema.Struct delivery() {
    return Schema.arguments(
        pickup().properties().stream()
            .map(
                property ->
                    new Schema.Property(
                        property.name(),
                        property.schema() instanceof Schema.Text text
                            ? text.described("")
                            : property.schema(),
                        property.required()))
            .toArray(Schema.Property[]::new));
  }

  private static Schema.Text zip() {
    return text("ZIP code.", "40701", "a ZIP code of 5 or 5+4 digits such as 40701", 10)
        .matching("^[0-9]{5}(-[0-9]{4})?$");
  }

  private static Schema.Text state() {
    return text("US state.", "KY", "a two-letter US state code such as KY", 2)
        .matching("^[A-Z]{2}$")
        .repairedBy(States::code)
        .guessedBy(States::guess);
  }
}
