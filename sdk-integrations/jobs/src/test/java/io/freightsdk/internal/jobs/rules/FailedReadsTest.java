package io.freightsdk.internal.jobs.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.LoadEvent.FollowingGivenUp;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The next read after a failed read. */
class FailedReadsTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  @Test
  void freeFailedReadKeepsItsPlace() {
    FollowedLoad inLine = due(Duration.ofHours(8)).withPlace(NOW);
    assertThat(inLine.afterFailedRead(lost(Charge.NONE), NOW)).isEqualTo(inLine);
  }

  /**
   * A load that is overdue for days also waits 30 minutes only, because a repeat costs only 0.02
   * USD.
   */
  @Test
  void possiblyChargedReadIsRepeatedAfterThirtyMinutes() {
    assertThat(wait(due(Duration.ZERO))).hasMinutes(30);
    assertThat(wait(due(Duration.ofDays(40)))).hasMinutes(30);
    assertThat(wait(due(Duration.ofHours(8)).withPlace(NOW))).as("in a queue").hasMinutes(30);
  }

  @Test
  void possiblyChargedReadLosesItsPlace() {
    FollowedLoad inLine = due(Duration.ofHours(8)).withPlace(NOW);
    assertThat(inLine.afterFailedRead(lost(Charge.UNKNOWN), NOW).plan().placeAt()).isNull();
  }

  @Test
  void loadWithSevenDaysOfLostReadsIsGivenUp() {
    FollowedLoad lost = due(Duration.ofDays(8)).afterLostRead(NOW.minus(Duration.ofDays(8)), "no");
    while (lost.plan().nextReadAt().isBefore(NOW.minus(Duration.ofHours(17)))) {
      lost = lost.afterLostRead(lost.plan().nextReadAt(), "no");
    }
    FollowedLoad over = lost.afterFailedRead(lost(Charge.UNKNOWN), NOW);
    assertThat(over.news().events()).hasOnlyElementsOfType(FollowingGivenUp.class).hasSize(1);
    assertThat(over.afterReporting().plan().nextReadAt()).isNull();
  }

  /** It is paid each time, and would be every ten minutes, for ever. */
  @Test
  void unusableReadingWaitsLikeALostRead() {
    FollowedLoad inLine = due(Duration.ofDays(2)).withPlace(NOW);
    Throwable fault = new FollowedLoad.UnusableReading(new IllegalStateException("of OTHER"));
    FollowedLoad after = inLine.afterFailedRead(fault, NOW);
    assertThat(after.plan().nextReadAt()).isEqualTo(NOW.plus(Duration.ofMinutes(30)));
    assertThat(after.plan().placeAt()).isNull();
  }

  @ParameterizedTest
  @MethodSource
  void permanentRefusalGivesTheLoadUp(FreightException refused) {
    FollowedLoad over = due(Duration.ZERO).afterFailedRead(refused, NOW);
    assertThat(over.news().events())
        .containsExactly(new FollowingGivenUp("L", refused.getMessage()));
    assertThat(over.afterReporting().plan().nextReadAt()).isNull();
  }

  static List<FreightException> permanentRefusalGivesTheLoadUp() {
    FailedCall read = FailedCall.of(Operation.GET_LOAD_POSITION);
    return List.of(
        new PermissionDeniedException(read, "not yours", null, Map.of()),
        new LoadNotFoundException(read, "none", null, Map.of()),
        new InvalidRequestException(read, "wrong", null, Map.of(), List.of()),
        new UnknownBrokerException(read, "unknown", null, Map.of(), null));
  }

  /** Promised to no log: a number that looks like a driver's token or a phone number. */
  @ParameterizedTest
  @ValueSource(strings = {"drv_50f4c2aa00112233445566ff", "+13125550142"})
  void secretPassedAsALoadNumberIsMasked(String secret) {
    FollowedLoad mixedUp = FollowedLoad.dueNow(secret, "PO-1", null, NOW).givenUp("none");
    assertThat(mixedUp.news().events()).singleElement().returns(secret, LoadEvent::loadNumber);
    assertThat(mixedUp.describe() + mixedUp.news().events())
        .contains("***")
        .doesNotContain("0142", "drv_");
  }

  @Test
  void refusedPriceReadChangesNoLoad() {
    FailedCall priceRead = FailedCall.of(Operation.GET_PRICING);
    FreightException refused = new PermissionDeniedException(priceRead, "no", null, Map.of());
    FollowedLoad due = due(Duration.ZERO);
    assertThat(due.afterFailedRead(refused, NOW)).isEqualTo(due);
  }

  private static Duration wait(FollowedLoad load) {
    return Duration.between(
        NOW, load.afterFailedRead(lost(Charge.UNKNOWN), NOW).plan().nextReadAt());
  }

  private static FollowedLoad due(Duration ago) {
    return FollowedLoad.dueNow("L", "PO-1", null, NOW.minus(ago));
  }

  private static FreightException lost(Charge charge) {
    FailedCall read = FailedCall.of(Operation.GET_LOAD_POSITION).withCharge(charge);
    return new FreightConnectionException(read, "lost", true, null);
  }
}
