package io.freightsdk.internal.watch;

import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.PositionReading;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** A load's one read loop and whoever follows it. */
public final class PollingWatch implements LoadWatch {
  private final WatchOptions options;
  private final ReadLoop loop;
  private final Set<EventSubscription> subscriptions = ConcurrentHashMap.newKeySet();

  public PollingWatch(String loadNumber, WatchOptions options, WatchWorld world) {
    this.options = options;
    this.loop = new ReadLoop(loadNumber, options, world, this::tellAll);
  }

  @Override
  public void subscribe(Flow.Subscriber<? super LoadEvent> subscriber) {
    EventSubscription subscription = new EventSubscription(loop, subscriber, options, this::leave);
    // Before it is opened, so that a cancel inside onSubscribe finds it.
    subscriptions.add(subscription);
    subscription.open();
    subscription.signal();
  }

  @Override
  public CompletableFuture<Void> listen(Consumer<? super LoadEvent> listener) {
    ListeningSubscriber subscriber = new ListeningSubscriber(listener);
    subscribe(subscriber);
    return subscriber.done();
  }

  @Override
  public Iterator<LoadEvent> iterator() {
    EventIterator iterator = new EventIterator();
    subscribe(iterator);
    return iterator;
  }

  @Override
  public String loadNumber() {
    return loop.loadNumber();
  }

  @Override
  public Optional<PositionReading> lastReading() {
    return Optional.ofNullable(loop.latest());
  }

  @Override
  public int paidReads() {
    return loop.spending().paidReads();
  }

  @Override
  public BigDecimal spentUsd() {
    return loop.spending().spentUsd();
  }

  @Override
  public void close() {
    loop.stop();
  }

  private void leave(EventSubscription subscription) {
    subscriptions.remove(subscription);
    loop.pauseIf(subscriptions::isEmpty);
  }

  /** Subscribers that are still hungry after the news ask again, so the loop goes on. */
  private void tellAll() {
    subscriptions.forEach(EventSubscription::signal);
  }
}
