package io.freightsdk.server.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a stream tells, while its pauses take no time. */
class EventStreamsTest {
  private final AtomicReference<@Nullable RegionUpdate> state =
      new AtomicReference<>(new RegionUpdate("v1", "<p>one</p>\n<p>two</p>"));

  /** What happens in the pauses, in turn; then the streams are closed. */
  private static final class Happening implements EventStreams.Pauses {
    private final List<Runnable> left;

    Happening(Runnable... inTurn) {
      this.left = new ArrayList<>(Arrays.asList(inTurn));
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public boolean isClosedAfter(Duration pause) {
      if (left.isEmpty()) return true;
      left.remove(0).run();
      return false;
    }
  }

  private record Looking(Supplier<@Nullable RegionUpdate> source) implements EventStreams.Source {
    @Override
    public boolean hasChanged() {
      return true;
    }

    @Override
    public @Nullable RegionUpdate update() {
      return source.get();
    }
  }

  private EventStreams.Topic page(String known) {
    return new EventStreams.Topic("page", known, new Looking(state::get));
  }

  /** The events that are sent, but for the beats. */
  private static List<String> events(EventStreams.Pauses pauses, EventStreams.Topic... topics)
      throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    new EventStreams(() -> Instant.EPOCH, pauses).open("me", List.of(topics)).writeTo(sent);
    return Arrays.stream(sent.toString(StandardCharsets.UTF_8).split("\n\n"))
        .filter(event -> !event.startsWith("event: beat") && !event.startsWith("retry:"))
        .toList();
  }

  @Test
  void whatThePageDoesNotKnowIsSentAtOnce() throws IOException {
    assertThat(events(new Happening(), page("v0")))
        .containsExactly("event: update\nid: page!v1\ndata: <p>one</p>\ndata: <p>two</p>");
  }

  @Test
  void onlyChangesAreSent() throws IOException {
    Runnable nothing = () -> {};
    Runnable change = () -> state.set(new RegionUpdate("v2", "new"));
    assertThat(events(new Happening(nothing, change, nothing), page("v1")))
        .containsExactly("event: update\nid: page!v2\ndata: new");
  }

  @Test
  void aSourceThatIsGoneEndsTheStream() throws IOException {
    Runnable never =
        () -> {
          throw new AssertionError("the stream goes on");
        };
    assertThat(events(new Happening(() -> state.set(null), never), page("v1")))
        .containsExactly("event: end\ndata: page");
  }

  @Test
  void oneStreamCarriesManyPagesAndEndsWithTheLast() throws IOException {
    AtomicReference<@Nullable RegionUpdate> one =
        new AtomicReference<>(new RegionUpdate("1", "one"));
    AtomicReference<@Nullable RegionUpdate> two =
        new AtomicReference<>(new RegionUpdate("2", "two"));
    assertThat(
            events(
                new Happening(() -> two.set(null), () -> one.set(null)),
                new EventStreams.Topic("a", "", new Looking(one::get)),
                new EventStreams.Topic("b", "2", new Looking(two::get))))
        .containsExactly(
            "event: update\nid: a!1\ndata: one", "event: end\ndata: b", "event: end\ndata: a");
  }
}
