package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.internal.jobs.Follower.RunResult;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.LoadEvent.GivenUp;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows a read that failed. */
class FollowerTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final ReadQueue.Place PLACE = new ReadQueue.Place(NOW, 1);

  private final FreightClient client =
      FreightClient.builder().baseUrl("http://localhost:1").agentKey("fak_test").build();
  @AutoClose private final Warnings warnings = new Warnings();
  private final Follower follower = new Follower(runtime(client));

  static JobsContext runtime(FreightClient client) {
    return runtime(client, new JobsListener() {});
  }

  private static JobsContext runtime(FreightClient client, JobsListener listener) {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new JobsContext("jobs", client, listener, null, null, Intervals.STANDARD, clock);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void aReadThatSurelyCostNothingIsMadeAgainAfterThePauseInItsPlace() {
    FollowedLoad inLine = due(Duration.ofHours(8)).withPlace(PLACE);
    RunResult result = follower.afterFailure(inLine, lost(Charge.NONE), PAUSE);
    assertThat(result).isEqualTo(new RunResult(inLine, NOW.plus(PAUSE)));
  }

  /** However long it has been overdue: to save 0.02 USD, nobody waits for days. */
  @Test
  void aReadThatMayHaveBeenPaidIsMadeAgainWithinTheHour() {
    assertThat(wait(due(Duration.ZERO))).hasMinutes(30);
    assertThat(wait(due(Duration.ofDays(40)))).hasMinutes(30);
    assertThat(wait(due(Duration.ofHours(8)).withPlace(PLACE))).as("in a queue").hasMinutes(30);
  }

  @Test
  void aReadThatMayHaveBeenPaidLosesItsPlace() {
    FollowedLoad inLine = due(Duration.ofHours(8)).withPlace(PLACE);
    RunResult result = follower.afterFailure(inLine, lost(Charge.UNKNOWN), PAUSE);
    assertThat(result.load().place()).isNull();
    assertThat(result.load().next()).isEqualTo(result.due());
  }

  @Test
  void aLoadWhoseReadsAreLostForSevenDaysIsGivenUp() {
    FollowedLoad lost = due(Duration.ofDays(8)).afterLostRead(NOW.minus(Duration.ofDays(8)), "no");
    while (lost.next().isBefore(NOW.minus(Duration.ofHours(17)))) {
      lost = lost.afterLostRead(lost.next(), "no");
    }
    RunResult result = follower.afterFailure(lost, lost(Charge.UNKNOWN), PAUSE);
    assertThat(result.due()).isEqualTo(NOW);
    assertThat(result.load().events()).hasOnlyElementsOfType(GivenUp.class).hasSize(1);
    assertThat(result.load().afterReporting().next()).isNull();
  }

  /** It would be called without end, each time with a line in the log. */
  @Test
  void aListenerThatThrowsAtTheEndOfALoadIsCalledAgainAfterThePause() {
    FollowedLoad givenUp = due(Duration.ZERO).givenUp("not yours");
    Throwable refused = new IllegalStateException("mail is down");
    assertThat(follower.afterFailure(givenUp, refused, PAUSE))
        .isEqualTo(new RunResult(givenUp, NOW.plus(PAUSE)));
  }

  @Test
  void theFirstLineOfAListenerThatFailsSaysWhatWasCalledForWhichOrder() {
    NullPointerException bug = new NullPointerException("no such order");
    JobsListener buggy =
        new JobsListener() {
          @Override
          public void onEvent(LoadEvent event) {
            throw bug;
          }
        };
    Follower follower = new Follower(runtime(client, buggy));
    FollowedLoad givenUp = due(Duration.ZERO).givenUp("not yours");

    Throwable failed = catchThrowable(() -> follower.run(givenUp));
    RunResult unused = follower.afterFailure(givenUp, failed, Duration.ofSeconds(5));
    assertThat(warnings.all)
        .containsExactly(
            "load L of order PO-1: onEvent(GivenUp) failed with"
                + " java.lang.NullPointerException: no such order; retrying in 5 s");
    assertThat(warnings.thrown).containsExactly(bug);
  }

  /** All loads are run when the budget has changed. */
  @Test
  void aLoadThatIsRunEarlyIsNotRead() {
    FollowedLoad later = due(Duration.ofHours(-1));
    assertThat(follower.run(later)).isEqualTo(new RunResult(later, later.next()));
  }

  /** It is paid each time, and would be every ten minutes, for ever. */
  @Test
  void aReadThatCannotBeJudgedWaitsLikeOneThatWasLost() {
    LoadPosition ofAnother =
        LoadPosition.builder().loadNumber("OTHER").status(LoadStatus.PLANNED).build();
    LoadPosition own = ofAnother.toBuilder().loadNumber("L").build();
    PositionReading first = new PositionReading(own, NOW.minus(Duration.ofDays(2)));
    FollowedLoad overdue =
        due(Duration.ofDays(2)).afterReading(first, 1).afterReporting().withPlace(PLACE);
    Follower reads = new Follower(runtime(answering(ofAnother)));

    Throwable fault = catchThrowable(() -> reads.run(overdue));
    assertThat(fault).hasMessageContaining("OTHER");
    RunResult result = reads.afterFailure(overdue, fault, PAUSE);
    assertThat(result.due()).isEqualTo(NOW.plus(Duration.ofMinutes(30)));
    assertThat(result.load().place()).isNull();
  }

  private static FreightClient answering(LoadPosition position) {
    return (FreightClient)
        Proxy.newProxyInstance(
            FollowerTest.class.getClassLoader(),
            new Class<?>[] {FreightClient.class},
            (client, method, arguments) -> position);
  }

  static FreightClient withPrice(String usd) {
    return (FreightClient)
        Proxy.newProxyInstance(
            FollowerTest.class.getClassLoader(),
            new Class<?>[] {FreightClient.class},
            (client, method, arguments) -> new BigDecimal(usd));
  }

  @ParameterizedTest
  @MethodSource
  void whatTheServiceRefusesForGoodIsGivenUp(FreightException refused) {
    RunResult result = follower.afterFailure(due(Duration.ZERO), refused, PAUSE);
    assertThat(result.due()).isEqualTo(NOW);
    assertThat(result.load().events()).containsExactly(new GivenUp("L", refused.getMessage()));
    assertThat(result.load().afterReporting().next()).isNull();
  }

  static List<FreightException> whatTheServiceRefusesForGoodIsGivenUp() {
    FailureFacts read = FailureFacts.builder(Operation.GET_LOAD_POSITION).build();
    return List.of(
        new PermissionDeniedException(read, "not yours", null, Map.of()),
        new LoadNotFoundException(read, "none", null, Map.of()),
        new InvalidRequestException(read, "wrong", null, Map.of(), List.of()),
        new UnknownBrokerException(read, "unknown", null, Map.of(), null));
  }

  /** Promised to no log: a number that looks like a driver's token or a phone number. */
  @ParameterizedTest
  @ValueSource(strings = {"drv_50f4c2aa00112233445566ff", "+13125550142"})
  void aSecretInPlaceOfALoadNumberIsInNoLine(String secret) {
    FollowedLoad mixedUp = FollowedLoad.of(secret, "PO-1", null, NOW);
    FreightException none =
        new LoadNotFoundException(
            FailureFacts.builder(Operation.GET_LOAD_POSITION).build(), "none", null, Map.of());
    RunResult result = follower.afterFailure(mixedUp, none, PAUSE);
    assertThat(result.load().events()).singleElement().returns(secret, LoadEvent::loadNumber);
    assertThat(warnings.all).singleElement().asString().contains("given up");
    assertThat(warnings.all + result.load().events().toString())
        .contains("***")
        .doesNotContain("0142", "drv_");
  }

  @Test
  void whatIsRefusedOfThePriceIsNotWrongWithTheLoad() {
    FailureFacts ofThePrice = FailureFacts.builder(Operation.GET_PRICING).build();
    FreightException refused = new PermissionDeniedException(ofThePrice, "no", null, Map.of());
    assertThat(follower.afterFailure(due(Duration.ZERO), refused, PAUSE).due())
        .isEqualTo(NOW.plus(PAUSE));
  }

  private Duration wait(FollowedLoad load) {
    FreightException mayBePaid = lost(Charge.UNKNOWN);
    return Duration.between(NOW, follower.afterFailure(load, mayBePaid, PAUSE).due());
  }

  private static FollowedLoad due(Duration ago) {
    return FollowedLoad.of("L", "PO-1", null, NOW.minus(ago));
  }

  private static FreightException lost(Charge charge) {
    FailureFacts facts = FailureFacts.builder(Operation.GET_LOAD_POSITION).charge(charge).build();
    return new FreightConnectionException(facts, "lost", true, null);
  }
}
