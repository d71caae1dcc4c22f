package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What callers that share a read with others are told, in time that the test moves. */
@Timeout(300)
class SharedReadsAndOthersTest {
  private static final Duration CLIENT_DEADLINE = Duration.ofMinutes(2);

  private final FakeService service = new FakeService();

  SharedReadsAndOthersTest() {
    service.world().holdTime();
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aCallerInAHurryLeavesTheRequestToTheOthersAndNoneIsPaidTwice() throws Exception {
    FreightClient client = service.client();
    var hurried = read(client, shared().deadline(Duration.ofSeconds(2)));
    var patient = read(client, shared());
    service.takeRequest();
    service.world().advance(Duration.ofSeconds(2));

    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failureOf(hurried).attempts()).isEqualTo(1);
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    assertThat(patient.get(60, TimeUnit.SECONDS).loadNumber()).isEqualTo(Loads.NUMBER);
    assertThat(service.server().getRequestCount()).isOne();
  }

  @Test
  void whoWaitedForAnotherCallersReadOnlyIsChargedNothingAtItsDeadline() throws Exception {
    FreightClient client = service.client();
    var patient = read(client, shared());
    service.takeRequest();
    var hurried = read(client, shared().deadline(Duration.ofSeconds(2)));
    service.world().advance(Duration.ofSeconds(2));

    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(hurried).attempts()).isZero();
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    patient.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aCallbackNeverRunsOnTheTimer() {
    FreightClient client = service.client();
    AtomicReference<Thread> calledOn = new AtomicReference<>();
    var told =
        read(client, shared().deadline(Duration.ofMillis(150)))
            .handle(
                (position, failure) -> {
                  calledOn.set(Thread.currentThread());
                  return true;
                });
    service.takeRequest();
    service.world().advance(Duration.ofMillis(150)); // This thread is the timer.

    Eventually.until(told::isDone, () -> "the callback did not run");
    assertThat(calledOn.get()).isNotEqualTo(Thread.currentThread());
  }

  @Test
  void waitingForAnotherProcessObeysTheDeadlineOfTheClient() {
    FreightClient client = overCache(new OneClaim("another process", Instant.MAX));
    var read = read(client, shared());
    // Its waits begin on a thread of the client: time goes on until the read has seen enough of it.
    Eventually.until(
        () -> {
          if (!read.isDone()) service.world().advance(Duration.ofSeconds(1));
          return read.isDone();
        },
        () -> "the read has not ended at " + service.world().instant());
    assertThat(Duration.between(VirtualWorld.START, service.world().instant()))
        .isGreaterThanOrEqualTo(CLIENT_DEADLINE);

    FreightException failure = failureOf(read);
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void closingTheClientEndsItsWaitForAnotherProcess() {
    FreightClient client = overCache(new OneClaim("another process", Instant.MAX));
    var read = read(client, shared());
    client.close();

    assertThat(failureOf(read)).isInstanceOf(FreightCancelledException.class);
  }

  @Test
  void aReadOfAMinuteKeepsOtherProcessesFromPayingToo() throws Exception {
    OneClaim cache = new OneClaim("nobody", Instant.MIN);
    CallOptions slow = shared().timeout(Duration.ofMinutes(2)).build();
    var payer = overCache(cache).async().getLoadPosition(Loads.NUMBER, slow);
    service.takeRequest();
    var other = overCache(cache).async().getLoadPosition(Loads.NUMBER, slow);
    Duration renewal = Duration.ofSeconds(10);
    for (int i = 1; i <= 6; i++) {
      // Planned after the claim is made: time that moved in between would be too early for it.
      int planned = i;
      Eventually.until(
          () -> service.world().waits().stream().filter(renewal::equals).count() >= planned,
          () -> "no renewal is planned");
      service.world().advance(renewal);
      Eventually.until(
          () -> cache.isClaimedFor(Duration.ofSeconds(39)), () -> "the claim is not renewed");
    }
    assertThat(service.server().getRequestCount()).isOne();
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    payer.get(60, TimeUnit.SECONDS);
    Eventually.until(() -> !cache.readings.isEmpty(), () -> "nothing published");
    // Time moves only while the other process waits to look again: more would bring its deadline.
    AtomicLong looked = new AtomicLong();
    Eventually.until(
        () -> {
          long looks =
              service.world().waits().stream().filter(Duration.ofMillis(50)::equals).count();
          if (looked.getAndSet(looks) < looks) service.world().advance(Duration.ofMillis(100));
          return other.isDone();
        },
        () -> "the other process does not look again");

    assertThat(other.get(60, TimeUnit.SECONDS).loadNumber()).isEqualTo(Loads.NUMBER);
    assertThat(service.server().getRequestCount()).isOne();
  }

  private FreightClient overCache(PositionCache cache) {
    return service.client(service.builder().positionCache(cache).deadline(CLIENT_DEADLINE));
  }

  private static CallOptionsBuilder shared() {
    return CallOptions.builder().maxAge(Duration.ofMinutes(5));
  }

  private static CompletableFuture<LoadPosition> read(
      FreightClient client, CallOptionsBuilder options) {
    return client.async().getLoadPosition(Loads.NUMBER, options.build());
  }

  private static FreightException failureOf(CompletableFuture<LoadPosition> read) {
    Eventually.until(read::isDone, () -> "the read has not ended");
    try {
      throw new AssertionError("succeeded with " + read.join());
    } catch (CompletionException e) {
      return (FreightException) e.getCause();
    }
  }

  /** A cache with a claim of another process; asked on threads of clients. */
  private final class OneClaim implements PositionCache {
    final Map<String, PositionReading> readings = new ConcurrentHashMap<>();
    private String owner;
    private Instant until;

    OneClaim(String owner, Instant until) {
      this.owner = owner;
      this.until = until;
    }

    synchronized boolean isClaimedFor(Duration time) {
      return until.isAfter(service.world().instant().plus(time));
    }

    @Override
    public PositionReading get(String key) {
      return readings.get(key);
    }

    @Override
    public void put(String key, PositionReading reading) {
      readings.put(key, reading);
    }

    @Override
    public synchronized boolean claim(String key, String claimant, Duration lease) {
      Instant now = service.world().instant();
      boolean free = now.isAfter(until) || owner.equals(claimant);
      if (free) {
        owner = claimant;
        until = now.plus(lease);
      }
      return free;
    }

    @Override
    public synchronized void release(String key, String claimant) {
      if (owner.equals(claimant)) {
        until = Instant.MIN;
      }
    }
  }
}
