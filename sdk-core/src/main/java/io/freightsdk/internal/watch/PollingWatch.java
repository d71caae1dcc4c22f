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
import org.jspecify.annotations.Nullable;

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
    Listening listening = new Listening(listener);
    subscribe(listening);
    return listening;
  }

  @Override
  public Iterator<LoadEvent> iterator() {
    EventIterator iterator = new EventIterator();
    subscribe(iterator);
    return iterator;
  }

  boolean isFollowed() {
    return !subscriptions.isEmpty() && loop.ending() == null;
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

  /** Hands every event to a listener. Whoever ends this future stops listening. */
  private static final class Listening extends CompletableFuture<Void>
      implements Flow.Subscriber<LoadEvent> {
    private final Consumer<? super LoadEvent> listener;
    private volatile Flow.@Nullable Subscription subscription;

    Listening(Consumer<? super LoadEvent> listener) {
      this.listener = listener;
    }

    @Override
    public void onSubscribe(Flow.Subscription opened) {
      subscription = opened;
      opened.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(LoadEvent event) {
      if (isDone()) {
        unsubscribe();
        return;
      }
      try {
        listener.accept(event);
      } catch (Throwable thrown) {
        unsubscribe();
        completeExceptionally(thrown);
      }
    }

    @Override
    public void onError(Throwable failure) {
      completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      complete(null);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      unsubscribe();
      return super.cancel(mayInterruptIfRunning);
    }

    private void unsubscribe() {
      Flow.Subscription opened = subscription;
      if (opened != null) {
        opened.cancel();
      }
    }
  }
}
