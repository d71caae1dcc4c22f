package io.freightsdk.examples.benchmarks.peer;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;

/**
 * The bodies of the API that are measured: the same bytes in every run. They are put together here
 * by hand, so that no library that is measured has a part in them.
 */
public final class Samples {
  private static final int POINTS = 500;
  private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  private Samples() {}

  /** A small body. */
  public static byte[] balance() {
    return utf8("{\"currency\":\"USD\",\"balanceUsd\":24.35}");
  }

  public static byte[] pricing() {
    return utf8(
        "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.65,\"position_read\":0.02,"
            + "\"status_update\":0,\"delivery_confirm\":0}}");
  }

  public static byte[] loadInput() {
    return utf8(
        "{\"driverPhone\":\"+13125550142\",\"pickups\":[{\"address\":\"100 E 5th St\","
            + "\"city\":\"Cincinnati\",\"state\":\"OH\",\"zip\":\"45202\","
            + "\"facilityName\":\"Queen City Cold Storage\",\"date\":\"2026-11-20T13:00:00Z\","
            + "\"lat\":39.1006,\"lng\":-84.5095}],\"deliveries\":["
            + "{\"address\":\"200 Gists Creek Rd\",\"city\":\"Sevierville\",\"state\":\"TN\","
            + "\"zip\":\"37876\",\"date\":\"2026-11-21T01:00:00Z\"}],"
            + "\"shipperName\":\"Queen City Produce\",\"carrierName\":\"Smoky Mountain Freight\","
            + "\"equipmentType\":\"REEFER\",\"customerRef\":\"PO-77120\",\"rate\":1450.00,"
            + "\"miles\":297.4,\"weight\":38500,\"truckNumber\":\"T-204\"}");
  }

  /** A load on its way with as many points as the service returns at most, some 45 KB. */
  public static byte[] position() {
    return utf8(
        "{\"loadNumber\":\"LD-2026-0001\",\"pingpointLoadId\":\"6f1f3c52-0a53-4c57-9f0e-3d1f7d0b6a11\","
            + "\"status\":\"IN_TRANSIT\",\"createdAt\":\"2026-11-20T07:00:00.000Z\","
            + "\"deliveredAt\":null,\"distanceMiles\":151.2,\"onTime\":null,\"delayMinutes\":null,"
            + "\"pickupDwellMinutes\":42,\"deliveryDwellMinutes\":null,\"stops\":["
            + "{\"type\":\"PICKUP\",\"sequence\":1,\"city\":\"Cincinnati\",\"state\":\"OH\","
            + "\"windowFrom\":\"2026-11-20T07:00:00.000Z\",\"windowTo\":\"2026-11-20T09:00:00.000Z\","
            + "\"arrivedAt\":\"2026-11-20T07:05:10.000Z\",\"departedAt\":\"2026-11-20T07:47:10.000Z\"},"
            + "{\"type\":\"DELIVERY\",\"sequence\":2,\"city\":\"Sevierville\",\"state\":\"TN\","
            + "\"windowFrom\":null,\"windowTo\":null,\"arrivedAt\":null,\"departedAt\":null}],"
            + "\"gpsTrack\":"
            + track()
            + ",\"pingCount\":1530,\"eta\":{\"nextStopSequence\":2,"
            + "\"nextStopEta\":\"2026-11-20T19:05:00.000Z\",\"remainingMiles\":146.1,"
            + "\"remainingMinutes\":165,\"speedMph\":53.1,\"basis\":\"route\",\"stale\":false}}");
  }

  private static String track() {
    Random random = new Random(4711);
    StringJoiner points = new StringJoiner(",", "[", "]");
    double lat = 39.1006;
    double lng = -84.5095;
    Instant at = START;
    for (int i = 0; i < POINTS; i++) {
      lat -= random.nextDouble() / 250;
      lng += random.nextDouble() / 500;
      at = at.plusMillis(30_000 + random.nextInt(900));
      double speed = 45 + 25 * random.nextDouble();
      points.add(
          String.format(
              Locale.ROOT,
              "{\"lat\":%.5f,\"lng\":%.5f,\"speed\":%.1f,\"heading\":%d,\"ts\":\"%s\"}",
              lat,
              lng,
              speed,
              random.nextInt(360),
              MILLIS.format(at)));
    }
    return points.toString();
  }

  private static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
