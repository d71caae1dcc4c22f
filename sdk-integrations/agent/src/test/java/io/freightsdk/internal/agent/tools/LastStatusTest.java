package io.freightsdk.internal.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How a load stood when it was last read or confirmed, in whatever order that is told. */
class LastStatusTest {
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

  private final LastStatus last = new LastStatus();

  @Test
  void aLaterReadingReplacesAnEarlierOne() {
    last.put("account", "LD-1", "AT_PICKUP", NOON);
    last.put("account", "LD-1", "IN_TRANSIT", NOON.plusSeconds(1));

    assertThat(last.of("account", "LD-1"))
        .isEqualTo(new LastStatus.Seen("IN_TRANSIT", NOON.plusSeconds(1)));
  }

  /** Callers share a reading for a minute, and a confirmation may have come in between. */
  @Test
  void aReadingOfBeforeAConfirmationDoesNotTakeItBack() {
    last.put("account", "LD-1", "DELIVERED", NOON);
    last.put("account", "LD-1", "AT_DELIVERY", NOON.minusSeconds(30));

    assertThat(last.of("account", "LD-1")).isEqualTo(new LastStatus.Seen("DELIVERED", NOON));
  }

  @Test
  void ofTwoOfOneMomentTheOneThatIsToldLastCounts() {
    last.put("account", "LD-1", "AT_DELIVERY", NOON);
    last.put("account", "LD-1", "DELIVERED", NOON);

    assertThat(last.of("account", "LD-1")).isEqualTo(new LastStatus.Seen("DELIVERED", NOON));
  }

  @Test
  void aNumberOfAnotherAccountIsAnotherLoad() {
    last.put("account", "LD-1", "DELIVERED", NOON);

    assertThat(last.of("another", "LD-1")).isNull();
  }
}
