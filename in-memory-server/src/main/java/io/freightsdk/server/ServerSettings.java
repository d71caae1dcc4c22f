package io.freightsdk.server;

import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.service.ServiceSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a builder collects. Package-private and mutable; read once at start. */
final class ServerSettings {
  String host = "127.0.0.1";
  int port;
  @Nullable Instant clockStart;
  double timeScale = 1;
  Duration pingThrottle = PingRules.DEFAULT_THROTTLE;
  Duration windowLength = Duration.ofHours(2);
  DeliveryCompletion deliveryCompletion = DeliveryCompletion.ON_ARRIVAL;
  final Map<String, BigDecimal> prices = new LinkedHashMap<>();
  boolean admin = true;
  IdFactory ids = IdFactory.secure();
  int journalCapacity = 10_000;
  int smsCapacity = 10_000;
  int ledgerCapacity = 100_000;

  ServiceSettings service() {
    return new ServiceSettings(
        deliveryCompletion,
        windowLength,
        PingRules.DEFAULT.withThrottle(pingThrottle),
        ledgerCapacity);
  }
}
