package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.micrometer.FreightReadings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of each client without waiting, by its name: one reading serves all who ask. */
record Readings(Map<String, FreightReadings> byName) {
  static Readings of(Map<String, FreightClient> clients) {
    Map<String, FreightReadings> readings = new ConcurrentHashMap<>();
    clients.forEach((name, client) -> readings.put(name, new FreightReadings(client)));
    return new Readings(readings);
  }

  /** Of a client that may have come later. */
  FreightReadings of(String name, FreightClient client) {
    return byName.computeIfAbsent(name, any -> new FreightReadings(client));
  }
}
