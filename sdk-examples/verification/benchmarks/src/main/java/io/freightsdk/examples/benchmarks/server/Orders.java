package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.server.stub.Bodies;
import io.freightsdk.examples.benchmarks.server.stub.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** What the measured calls carry: a load to create, and the track of the load that is read. */
final class Orders {
  /** Where the unique reference goes. */
  static final String REFERENCE = "@reference@";

  static final String CREATE =
      """
      {"driverPhone":"+14155550142","shipperName":"Acme Foods","carrierName":"Bay Carriers",\
      "equipmentType":"REEFER","customerRef":"@reference@","rate":2450.00,"miles":371,"weight":38000,\
      "pickups":[{"address":"1 Market St","city":"San Francisco","state":"CA","zip":"94105",\
      "facilityName":"Pier","date":"2026-01-05T16:00:00Z","lat":37.7936,"lng":-122.3958}],\
      "deliveries":[{"address":"200 N Spring St","city":"Los Angeles","state":"CA","zip":"90012",\
      "facilityName":"Dock 4","date":"2026-01-06T16:00:00Z","lat":34.0537,"lng":-118.2428}]}""";

  private static final int FIXES = 500;

  private Orders() {}

  /** Creates a load with a full track on the reference server; its number. */
  static String createDriven(int port, String reference) throws IOException {
    String created = text(RawHttp.post(port, Bodies.CREATE_PATH, bytes(order(reference))));
    String number = created.replaceAll("(?s).*\"loadNumber\":\"([^\"]+)\".*", "$1");
    String outcome =
        text(RawHttp.post(port, "/__admin/loads/" + number + "/pings", bytes(pings())));
    if (!outcome.contains("\"accepted\":" + FIXES)) throw new IOException("fixes: " + outcome);
    return number;
  }

  /** What the reference server answers, for the stubs to repeat. */
  static Bodies answers(int port, String driven) throws IOException {
    return new Bodies(
        RawHttp.get(port, Bodies.BALANCE_PATH),
        RawHttp.get(port, Bodies.CREATE_PATH + "/" + driven),
        RawHttp.post(port, Bodies.CREATE_PATH, bytes(order("answered"))));
  }

  private static String order(String reference) {
    return CREATE.replace(REFERENCE, reference);
  }

  /** One fix a minute from San Francisco southwards, all of the last hours. */
  private static String pings() {
    Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(FIXES, ChronoUnit.MINUTES);
    StringBuilder pings = new StringBuilder("[");
    for (int i = 0; i < FIXES; i++) {
      pings.append(i == 0 ? "" : ",");
      pings.append(
          String.format(
              Locale.ROOT,
              "{\"lat\":%.6f,\"lng\":%.6f,\"accuracy\":12.5,\"speed\":%.2f,\"heading\":%d,\"timestamp\":\"%s\"}",
              37.7936 - i * 0.0072,
              -122.3958 + i * 0.0081,
              25 + i % 7 * 0.31,
              (130 + i) % 360,
              begin.plus(i, ChronoUnit.MINUTES)));
    }
    return pings.append("]").toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
