package io.freightsdk.server.service;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The registered trucks, and the phones of their drivers. Thread-safe. */
final class Trucks {
  private static final String NO_PHONE = "";

  /** Phones in E.164 by truck numbers in upper case, without surrounding spaces. */
  private final Map<String, String> phones = new ConcurrentHashMap<>();

  /** Registers a truck, instead of an earlier truck with this number. */
  void add(String truckNumber, @Nullable String driverPhone) {
    phones.put(normalize(truckNumber), driverPhone == null ? NO_PHONE : driverPhone);
  }

  boolean hasTruck(String truckNumber) {
    return phones.containsKey(normalize(truckNumber));
  }

  boolean hasDriverPhone(String phone) {
    return phones.containsValue(phone);
  }

  private static String normalize(String truckNumber) {
    return truckNumber.trim().toUpperCase(Locale.ROOT);
  }
}
