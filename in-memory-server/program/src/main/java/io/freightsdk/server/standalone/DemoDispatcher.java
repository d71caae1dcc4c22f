package io.freightsdk.server.standalone;

import io.freightsdk.server.compare.Deployment;
import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Books and reads the loads of the demonstration over HTTP, as a broker's own software would. */
final class DemoDispatcher {
  private static final String LOADS = "/v1/agent/loads";

  private final String baseUrl;
  private final Supplier<String> agentKey;
  private int created;

  DemoDispatcher(String baseUrl, Supplier<String> agentKey) {
    this.baseUrl = baseUrl;
    this.agentKey = agentKey;
  }

  /** Creates a load on this lane, planned from {@code now}; returns its number. */
  String create(DemoLane lane, Instant now) {
    created++;
    Map<String, @Nullable Object> order =
        JsonText.object(
            "driverPhone", phone(created),
            "shipperName", lane.shipper(),
            "carrierName", "Blue Ridge Carriers",
            "equipmentType", lane.equipment(),
            "customerRef", "DEMO-" + created,
            "weight", lane.weightPounds(),
            "pickups", stops(lane.pickups(), lane, now),
            "deliveries", stops(lane.deliveries(), lane, now));
    String json = new String(JsonText.write(order), StandardCharsets.UTF_8);
    return String.valueOf(send("POST", LOADS, json).member("loadNumber"));
  }

  /** Four digits go round after 9,900 loads. */
  static String phone(int load) {
    return "+1312555" + String.format(Locale.ROOT, "%04d", 100 + load % 9_900);
  }

  /** Reads the position, so that the ledger shows reads too. */
  void read(String loadNumber) {
    send("GET", LOADS + "/" + loadNumber, null);
  }

  private static List<?> stops(List<DemoLane.Place> places, DemoLane lane, Instant now) {
    return places.stream()
        .map(
            place ->
                JsonText.object(
                    "facilityName", place.facility(),
                    "address", place.address(),
                    "city", place.city(),
                    "state", place.state(),
                    "zip", place.zip(),
                    "date", lane.arrival(place, now),
                    "lat", place.at().lat(),
                    "lng", place.at().lng()))
        .toList();
  }

  private Deployment.Answer send(String method, String path, @Nullable String json) {
    try {
      Deployment.Answer answer =
          new Deployment(URI.create(baseUrl), agentKey.get()).ask(method, path, json);
      if (answer.status() < 300) return answer;
      throw new IOException("status " + answer.status());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    }
  }
}
