package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Nothing is paid for who has left a watch, or closed it. */
class LeavingAWatchTest extends WatchTest {
  @Test
  void whoLeavesStopsTheReads() {
    CompletableFuture<Void> listening = watch(options()).listen(events::add);
    time.advance(Duration.ofMinutes(10));

    listening.cancel(true);
    time.advance(Duration.ofHours(3));

    assertThat(reads.readAt).hasSize(3);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void nothingIsReadForAnotherSubscriberThatAsksForNothing() {
    PollingWatch watch = watch(options());
    Collector idle = new Collector();
    watch.subscribe(idle);
    CompletableFuture<Void> listening = watch.listen(events::add);
    time.advance(Duration.ofMinutes(10));

    listening.cancel(true);
    time.advance(Duration.ofHours(3));
    assertThat(reads.readAt).hasSize(3);

    idle.subscription.request(Long.MAX_VALUE);
    assertThat(idle.completed).isTrue();
  }

  @Test
  void whoStaysIsToldOnWhenAnotherSubscriberLeaves() {
    PollingWatch watch = watch(options());
    CompletableFuture<Void> leaving = watch.listen(event -> {});
    CompletableFuture<Void> staying = watch.listen(events::add);
    time.advance(Duration.ofMinutes(10));

    leaving.cancel(true);
    time.advance(Duration.ofHours(3));

    assertThat(staying).isCompleted();
    assertThat(reads.readAt).hasSize(25);
  }

  /** As {@code orTimeout} and {@code completeOnTimeout} do. */
  @Test
  void listeningThatIsCompletedFromOutsideStopsTheReads() {
    CompletableFuture<Void> completed = watch(options()).listen(events::add);
    CompletableFuture<Void> timedOut = watch(options()).listen(events::add);
    time.advance(Duration.ofMinutes(10));

    completed.complete(null);
    timedOut.completeExceptionally(new TimeoutException());
    time.advance(Duration.ofHours(3));

    assertThat(reads.readAt).hasSize(6);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void closingCompletesTheStreamAndCancelsTheReadUnderWay() {
    reads.pending = new CompletableFuture<>();
    PollingWatch watch = watch(options());
    CompletableFuture<Void> done = watch.listen(events::add);

    watch.close();

    assertThat(done).isCompleted();
    assertThat(reads.pending).isCancelled();
  }

  @Test
  void aReadThatIsCancelledByClosingCountsBecauseItMayHaveBeenCharged() {
    reads.pending = new CompletableFuture<>();
    PollingWatch watch = watch(options().toBuilder().budget(new BigDecimal("0.10")).build());
    watch.listen(events::add);

    watch.close();

    assertThat(watch.paidReads()).isEqualTo(1);
    assertThat(watch.spentUsd()).isEqualByComparingTo("0.02");
  }

  @Test
  void aPriceQuestionThatIsCancelledByClosingCostsNothing() {
    reads.pendingPrice = new CompletableFuture<>();
    PollingWatch watch = watch(options().toBuilder().budget(new BigDecimal("0.10")).build());
    watch.listen(events::add);

    watch.close();

    assertThat(reads.pendingPrice).isCancelled();
    assertThat(watch.paidReads()).isZero();
  }

  @Test
  void aWatchThatIsClosedJustWhenItsPriceArrivesReadsNothing() {
    reads.pendingPrice = new CompletableFuture<>();
    PollingWatch watch = watch(options().toBuilder().budget(new BigDecimal("0.10")).build());
    CompletableFuture<Void> done = watch.listen(events::add);
    // Runs before the watch itself hears of the price: the last to ask is told first.
    CompletableFuture<Void> closing = reads.pendingPrice.thenRun(watch::close);

    reads.pendingPrice.complete(ScriptedReads.PRICE);

    assertThat(closing).isCompleted();
    assertThat(done).isCompleted();
    assertThat(reads.readAt).isEmpty();
  }

  @Test
  void whoLeavesJustWhenThePriceArrivesStopsTheRead() {
    reads.pendingPrice = new CompletableFuture<>();
    PollingWatch watch = watch(options().toBuilder().budget(new BigDecimal("0.10")).build());
    CompletableFuture<Void> listening = watch.listen(events::add);

    listening.cancel(true);
    reads.pendingPrice.complete(ScriptedReads.PRICE);
    assertThat(reads.readAt).isEmpty();

    CompletableFuture<Void> unused = watch.listen(events::add);
    assertThat(reads.readAt).as("somebody listens again").hasSize(1);
  }

  @Test
  void whoLeavesBeforeTheTurnOfItsReadStopsTheRead() {
    ReadGate gate = new ReadGate(1);
    reads.pending = new CompletableFuture<>();
    new PollingWatch(LOAD, options(), world(gate)).listen(events::add);
    PollingWatch second = new PollingWatch(LOAD, options(), world(gate));
    CompletableFuture<Void> listening = second.listen(events::add);

    listening.cancel(true);
    reads.pending.completeExceptionally(outage());
    assertThat(reads.readAt).hasSize(1);

    reads.pending = null;
    CompletableFuture<Void> unused = second.listen(events::add);
    assertThat(reads.readAt).as("somebody listens again").hasSize(2);
  }
}
