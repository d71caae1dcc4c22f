package io.freightsdk.server.support;

import static java.util.stream.Collectors.joining;

import io.freightsdk.server.geo.Coordinates;
import java.util.Arrays;
import java.util.Locale;

/** Bodies of load creations. */
public final class Orders {
  /** Cincinnati OH to Sevierville TN, stops with coordinates. */
  public static final String TWO_STOPS = body(null);

  private Orders() {}

  /** The same load under this reference; null for none. */
  public static String body(String customerRef) {
    String reference = customerRef == null ? "" : ",\"customerRef\":\"" + customerRef + "\"";
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"+13125550142",
         "pickups":[%s],
         "deliveries":[%s]%s}""",
        pickup(),
        delivery(),
        reference);
  }

  /** A load between these places, of which the first is the pickup. */
  public static String between(Coordinates pickup, Coordinates... deliveries) {
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"+13125550142","pickups":[%s],"deliveries":[%s]}""",
        stop(pickup),
        Arrays.stream(deliveries).map(Orders::stop).collect(joining(",")));
  }

  private static String stop(Coordinates at) {
    return String.format(
        Locale.ROOT,
        """
        {"address":"1 Dock Rd","city":"Cincinnati","state":"OH","zip":"45202","lat":%s,"lng":%s}""",
        at.lat(),
        at.lng());
  }

  public static String pickup() {
    return "{" + pickupMembers() + "}";
  }

  public static String delivery() {
    return "{" + deliveryMembers() + "}";
  }

  public static String pickupMembers() {
    return """
        "address":"100 Main St","city":"Cincinnati","state":"OH","zip":"45202",
         "date":"2026-11-20T12:00:00Z","lat":39.1031,"lng":-84.5120""";
  }

  public static String deliveryMembers() {
    return """
        "address":"200 Parkway","city":"Sevierville","state":"TN","zip":"37862",
         "date":"2026-11-20T18:00:00Z","lat":35.8681,"lng":-83.5618""";
  }
}
