package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Service;
import io.freightsdk.server.web.live.EventStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an open console costs while nothing changes, in an hour that takes no time. */
class QuietConsoleTest {
  private static final Pattern BEAT = Pattern.compile("event: beat\n");
  private static final Pattern UPDATE = Pattern.compile("event: update\n");

  @AutoClose
  private final Service service = Service.of(InMemoryFreightServer.builder().frozenClock());

  @Test
  void anHourIsABeatEveryFifteenSecondsAndNothingElse() throws IOException {
    for (int i = 0; i < 30; i++) service.createLoad();
    InMemoryFreightServer server = service.server();
    EventStreams streams = new EventStreams(server.clock()::now, new Passing(Duration.ofHours(1)));
    Console console = new Console(server, server.service());
    ByteArrayOutputStream sent = new ByteArrayOutputStream();

    streams.open("me", List.of(console.changes())).writeTo(sent);

    String text = sent.toString(StandardCharsets.UTF_8);
    assertThat(UPDATE.matcher(text).results()).hasSize(1);
    assertThat(BEAT.matcher(text).results().count()).isBetween(230L, 241L);
    // The first update tells every load; the hour after it costs less than one second may.
    int hour = text.length() - text.indexOf("event: beat", text.indexOf("event: update"));
    assertThat(hour).isLessThan(10_000);
  }

  /** Time that passes as it is waited for, and ends. */
  private static final class Passing implements EventStreams.Pauses {
    private final long end;
    private long now;

    Passing(Duration length) {
      end = length.toNanos();
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public boolean isClosedAfter(Duration pause) {
      now += pause.toNanos();
      return now >= end;
    }
  }
}
