package io.freightsdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolMemory;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a mandate still covers. */
class MandatesTest {
  private static final String PHONE = "+13125550142";
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final Mandates mandates =
      new Mandates(new Memory(ToolMemory.inMemory(), Clock.fixed(NOW, ZoneOffset.UTC)));

  private boolean use(String order, String usd) {
    Map<String, Object> counted = Map.of("driverPhone", PHONE);
    return mandates.use(
        new Invocation("create_load", counted, counted, "{}", order, ToolCall.anonymous()),
        new BigDecimal(usd));
  }

  @Test
  void threeLoadsOfAtMostOneDollarInAllArePaidUpToTheDollar() {
    mandates.grant(
        null,
        new Mandates.Mandate(
            3,
            new BigDecimal("0.65"),
            new BigDecimal("1.00"),
            List.of(PHONE),
            NOW.plusSeconds(60),
            Map.of()));
    assertThat(use("A-1", "0.65")).isTrue();
    assertThat(use("B-2", "0.65")).as("0.35 USD are left").isFalse();
    assertThat(use("B-2", "0.35")).isTrue();
    assertThat(use("C-3", "0.01")).as("nothing is left, but for a load").isFalse();
  }
}
