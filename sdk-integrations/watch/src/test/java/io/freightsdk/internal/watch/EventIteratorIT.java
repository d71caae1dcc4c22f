package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventIteratorIT {
  private static final String LOAD = "LD-2026-0001";

  /** One event, and then nothing until it is cancelled. */
  private static final class OneEvent extends Watches.Followed {
    final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public void subscribe(Flow.Subscriber<? super LoadEvent> subscriber) {
      subscriber.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long n) {
              Instant at = Instant.parse("2026-03-02T08:00:00Z");
              subscriber.onNext(
                  new FirstSeen(
                      LOAD, LoadPositions.load(LOAD, LoadStatus.PLANNED, at, false, false, false)));
            }

            @Override
            public void cancel() {
              cancelled.countDown();
            }
          });
    }

    @Override
    public boolean isFollowed() {
      return cancelled.getCount() > 0;
    }

    @Override
    public void close() {}
  }

  /** Nothing else says that nobody will come back to it. */
  @Test
  void aLoopThatWasLeftFollowsNoMoreWhenItIsCollected() throws InterruptedException {
    OneEvent events = new OneEvent();
    assertThat(firstOf(events)).isInstanceOf(FirstSeen.class);
    assertThat(events.isFollowed()).isTrue();

    System.gc();
    assertThat(events.cancelled.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static LoadEvent firstOf(OneEvent events) {
    for (LoadEvent event : events) return event;
    throw new IllegalStateException("it has ended");
  }
}
