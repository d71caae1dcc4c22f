package io.freightsdk.server.service;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The registered trucks, and the phones of their drivers. Safe for use by several threads. */
final class Trucks {
  private static final String NO_PHONE = "";

  /** In E.164, by the numbers of the trucks without their case and surrounding spaces. */
  private final Map<String, String> phones = new ConcurrentHashMap<>();

  /** Replaces what was registered under this number. */
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
