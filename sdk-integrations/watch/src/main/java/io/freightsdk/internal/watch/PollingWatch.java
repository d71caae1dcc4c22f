package io.freightsdk.internal.watch;

import io.freightsdk.internal.watch.EventSubscription.Ending;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The watch of one load: its read loop and its subscribers. */
public final class PollingWatch extends Watches.Followed implements LoadWatch {
  private final WatchOptions options;
  private final ReadLoop loop;

  /** In the order of coming, in which they are told. */
  private final Set<EventSubscription> subscriptions = new CopyOnWriteArraySet<>();

  public PollingWatch(String loadNumber, WatchOptions options, WatchWorld world) {
    this.options = options;
    this.loop = new ReadLoop(loadNumber, options, world, this::tellAll);
  }

  @Override
  public void subscribe(Flow.Subscriber<? super LoadEvent> subscriber) {
    EventSubscription subscription =
        new EventSubscription(new Story(), subscriber, options.deliverOn(), this::leave);
    // Before it is opened, so that a cancel inside onSubscribe finds it.
    subscriptions.add(subscription);
    subscription.open();
    subscription.signal();
  }

  @Override
  public boolean isFollowed() {
    return !subscriptions.isEmpty() && loop.ending() == null;
  }

  @Override
  public String loadNumber() {
    return loop.loadNumber();
  }

  @Override
  public @Nullable PositionReading lastReading() {
    return loop.latest();
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
    if (subscriptions.remove(subscription)) {
      loop.subscriberLeft();
    }
  }

  /** Subscribers that want more events ask again after this, so the loop continues. */
  private void tellAll() {
    subscriptions.forEach(EventSubscription::signal);
  }

  /** The events that one subscriber has received: everything up to one position. */
  private final class Story implements EventSubscription.Story {
    private @Nullable PositionReading toldUpTo = options.resumeFrom();
    private @Nullable ReadFailed toldFailure = loop.lastFailure();

    @Override
    public String name() {
      return "watch of " + loop.loadNumber();
    }

    @Override
    public @Nullable Ending ending() {
      return loop.ending();
    }

    @Override
    public void catchUp(Queue<LoadEvent> pending, @Nullable Ending ending) {
      ReadFailed failure = loop.lastFailure();
      if (failure != null && !failure.equals(toldFailure)) {
        toldFailure = failure;
        pending.add(failure);
      }
      PositionReading latest = loop.latest();
      if (latest != null && !latest.equals(toldUpTo)) {
        pending.addAll(EventsBetween.derive(toldUpTo, latest, options));
        toldUpTo = latest;
      }
    }

    @Override
    public void want() {
      loop.want();
    }
  }
}
