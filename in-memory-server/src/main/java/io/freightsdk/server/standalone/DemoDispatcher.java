package io.freightsdk.server.standalone;

import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Books and reads the loads of the demonstration over HTTP, as a broker's own software would. */
final class DemoDispatcher {
  private static final int TIMEOUT_MILLIS = 10_000;
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
    return String.valueOf(send("POST", LOADS, JsonText.write(order)).get("loadNumber"));
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

  private Map<?, ?> send(String method, String path, byte @Nullable [] json) {
    try {
      HttpURLConnection call =
          (HttpURLConnection) URI.create(baseUrl + path).toURL().openConnection();
      call.setRequestMethod(method);
      call.setConnectTimeout(TIMEOUT_MILLIS);
      call.setReadTimeout(TIMEOUT_MILLIS);
      call.setRequestProperty("Authorization", "Bearer " + agentKey.get());
      if (json != null) write(call, json);
      try (InputStream in = call.getInputStream()) {
        if (JsonText.parse(in.readAllBytes()) instanceof Map<?, ?> body) return body;
        throw new IOException("the answer is not a JSON object");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    }
  }

  private static void write(HttpURLConnection call, byte[] body) throws IOException {
    call.setDoOutput(true);
    // Without this property the client sends a POST again by itself when a connection breaks.
    call.setFixedLengthStreamingMode(body.length);
    call.setRequestProperty("Content-Type", "application/json");
    try (var out = call.getOutputStream()) {
      out.write(body);
    }
  }
}
