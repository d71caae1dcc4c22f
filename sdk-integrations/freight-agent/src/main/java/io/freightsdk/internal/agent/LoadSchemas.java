package io.freightsdk.internal.agent;

import static io.freightsdk.internal.agent.schema.Schema.decimal;
import static io.freightsdk.internal.agent.schema.Schema.optional;
import static io.freightsdk.internal.agent.schema.Schema.required;
import static io.freightsdk.internal.agent.schema.Schema.text;

import io.freightsdk.internal.agent.schema.Schema;
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
        required("pickups", stops("Pickups in driving order.")),
        required("deliveries", stops("Deliveries in driving order.")),
        required("customerRef", customerRef()),
        optional(
            "differsFrom",
            loadNumber(
                "Only if the user said so: load of a similar customerRef that is not meant.")),
        optional("shipperName", text("Shipper.", "Acme Foods", "a name", 200)),
        optional("carrierName", text("Carrier.", "Blue Line LLC", "a name", 200)),
        optional("equipmentType", text("Trailer kind.", "REEFER", "a trailer kind", 100)),
        optional("rate", decimal("Rate in USD.", "1850.00", "0", "10000000")),
        optional("miles", decimal("Planned miles.", "612", "0", "100000")),
        optional("weight", decimal("Cargo in pounds.", "42000", "0", "1000000")),
        optional("truckNumber", text("Truck of a known driver.", "T-101", "a number", 100)));
  }

  static Schema.Text loadNumber() {
    return loadNumber("Number from create_load.");
  }

  private static Schema.Text loadNumber(String meaning) {
    return text(meaning, "LD-2026-0001", "a load number", 64)
        .matching("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$");
  }

  static Schema.Text instant(String meaning) {
    return text(meaning, "2026-11-20T14:00:00Z", "ISO 8601 date, time with seconds, and offset", 35)
        .matching(INSTANT)
        .where(LoadSchemas::isInstant);
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
    return text("Driver's mobile in E.164.", "+13125550142", "an E.164 phone number", 16)
        .matching(PHONE)
        .where(phone -> !phone.startsWith("+1") || NORTH_AMERICAN.matcher(phone).matches());
  }

  static Schema.Text customerRef() {
    return text(
        "The order's own reference, exactly; one load each.", "PO-7731", "a reference", 100);
  }

  private static Schema.Items stops(String meaning) {
    return new Schema.Items(meaning + " Example: [one stop]", stop(), 1, 25);
  }

  private static Schema.Struct stop() {
    return Schema.arguments(
        required("address", text("Street address.", "120 Main St", "a street address", 200)),
        required("city", text("City.", "Corbin", "a city", 100)),
        required(
            "state",
            text("US state code.", "KY", "a two-letter US state code", 2).matching("^[A-Z]{2}$")),
        required(
            "zip",
            text("ZIP code.", "40701", "a ZIP code of 5 or 5+4 digits", 10)
                .matching("^[0-9]{5}(-[0-9]{4})?$")),
        optional(
            "facilityName",
            text("Name of the place, shown to the driver.", "Dock 4", "a name", 200)),
        optional("date", instant("Start of the time window.")),
        optional("lat", decimal("Latitude, only with lng.", "36.95", "-90", "90")),
        optional("lng", decimal("Longitude, only with lat.", "-84.1", "-180", "180")));
  }
}
