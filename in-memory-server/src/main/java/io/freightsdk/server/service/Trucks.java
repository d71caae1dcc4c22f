package io.freightsdk.server.service;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The known trucks and who drives them. Safe for use by several threads. */
public final class Trucks {
  private final Map<String, Truck> byNumber;

  Trucks() {
    this.byNumber = new ConcurrentHashMap<>();
  }

  Trucks(Trucks source) {
    this.byNumber = new ConcurrentHashMap<>(source.byNumber);
  }

  void add(Truck truck) {
    byNumber.put(normal(truck.truckNumber()), truck);
  }

  /** Whether a driver is known for this truck; case and outer spaces do not matter. */
  boolean isKnown(String truckNumber) {
    return byNumber.containsKey(normal(truckNumber));
  }

  private static String normal(String truckNumber) {
    return truckNumber.trim().toUpperCase(Locale.ROOT);
  }

  /** A truck and its driver. {@code toString} shows neither name nor phone. */
  public record Truck(String truckNumber, String driverName, String driverPhone) {
    @Override
    public String toString() {
      return "Truck[" + truckNumber + "]";
    }
  }
}
