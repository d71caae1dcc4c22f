package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.watch.LoadEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class EventSubscriptionTest {
  @Test
  void nothingIsSignalledBeforeTheSubscriptionIs() {
    List<String> signals = new ArrayList<>();
    Flow.Subscriber<LoadEvent> subscriber =
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            signals.add("subscribed");
          }

          @Override
          public void onNext(LoadEvent event) {
            signals.add("event");
          }

          @Override
          public void onError(Throwable failure) {
            signals.add("failed");
          }

          @Override
          public void onComplete() {
            signals.add("completed");
          }
        };
    EventSubscription subscription =
        new EventSubscription(new EndedStory(), subscriber, Runnable::run, left -> {});

    subscription.signal(); // The watch ends on another thread.
    subscription.open();
    subscription.signal();

    assertThat(signals).containsExactly("subscribed", "completed");
  }

  private static final class EndedStory implements EventSubscription.Story {
    @Override
    public String name() {
      return "ended";
    }

    @Override
    public EventSubscription.Ending ending() {
      return EventSubscription.Ending.COMPLETE;
    }

    @Override
    public void catchUp(Queue<LoadEvent> pending, EventSubscription.Ending ending) {}

    @Override
    public void want() {}
  }
}
