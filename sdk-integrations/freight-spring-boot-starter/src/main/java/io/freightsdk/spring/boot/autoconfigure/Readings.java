package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.micrometer.FreightReadings;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;

/** What is known of each client without waiting, by its name: one reading serves all who ask. */
record Readings(Map<String, FreightReadings> byName, Clock clock) {
  static Readings of(Map<String, FreightClient> clients, Clock clock) {
    Map<String, FreightReadings> readings = new TreeMap<>();
    clients.forEach((name, client) -> readings.put(name, new FreightReadings(client, clock)));
    return new Readings(readings, clock);
  }

  FreightReadings of(String name, FreightClient client) {
    FreightReadings known = byName.get(name);
    return known != null ? known : new FreightReadings(client, clock);
  }
}
