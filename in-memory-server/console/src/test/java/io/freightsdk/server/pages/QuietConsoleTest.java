package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.web.live.EventStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
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
    String text = anHour();
    assertThat(UPDATE.matcher(text).results()).hasSize(1);
    assertThat(BEAT.matcher(text).results().count()).isBetween(230L, 241L);
    // The hour after the first update costs less than one second may.
    int hour = text.length() - text.indexOf("event: beat", text.indexOf("event: update"));
    assertThat(hour).isLessThan(10_000);
  }

  /** Whoever shows the newest loads asks for none of them again. */
  @Test
  void aLoadIsToldWhenItIsCreatedAndWhenItChanges() throws IOException {
    String first = service.createLoad();
    Passing pauses = new Passing(Duration.ofMinutes(1));
    pauses.atFirst = service::createLoad;
    String text = told(pauses);
    List<MatchResult> updates =
        Pattern.compile("event: update\n.*\ndata: (.*)").matcher(text).results().toList();
    assertThat(updates).hasSize(2);
    assertThat(updates.get(0).group(1))
        .contains("\"loads\":1,\"changed\":[],\"created\":[],\"many\":true");
    assertThat(updates.get(1).group(1))
        .contains("\"created\":[\"LD-2026-0002\"],\"many\":false")
        .contains("\"loadNumber\":\"LD-2026-0002\"")
        .doesNotContain(first);
  }

  /** Counted in bytes, which do not depend on how busy the machine is. */
  @Test
  void anOpenConsoleAndTheNewestLoadsCostTheSameForTwentyThousandLoadsAsForThreeHundred()
      throws IOException {
    create(300);
    anHour();
    service.server().loads(20);
    long hourOfFew = bytesOf(this::anHour);
    long newestOfFew = bytesOf(() -> service.server().loads(20));
    create(19_700);

    assertThat(bytesOf(this::anHour)).isLessThan(hourOfFew * 3 / 2);
    assertThat(bytesOf(() -> service.server().loads(20))).isLessThan(newestOfFew * 3 / 2);
  }

  @Test
  void anAnswerWithoutAnEndNeedsAConnection() {
    assertThatThrownBy(() -> service.anyone().get("/__admin/events"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private void create(int loads) throws IOException {
    FreightService inside = ServerInProcess.inside(service.server()).service();
    service.broker().credit("20000.00");
    Account account = inside.accounts().find(service.broker().brokerId());
    Caller caller = new Caller(Objects.requireNonNull(account), "req_1");
    Object body = JsonText.parse(Orders.TWO_STOPS.getBytes(StandardCharsets.UTF_8));
    LoadCreation.Request creation =
        new LoadCreation.Request(
            Operation.CREATE_LOAD, inside.orders().read((Map<?, ?>) body), null, 0);
    for (int i = 0; i < loads; i++) inside.creation().create(caller, creation);
  }

  private static long bytesOf(Callable<?> work) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    try {
      work.call();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  /** What an open console is sent in an hour. */
  private String anHour() throws IOException {
    return told(new Passing(Duration.ofHours(1)));
  }

  private String told(EventStreams.Pauses pauses) throws IOException {
    InMemoryFreightServer server = service.server();
    EventStreams streams = new EventStreams(server.clock()::now, pauses);
    Console console = new Console(ServerInProcess.inside(server));
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    streams.open("me", List.of(console.changes())).writeTo(sent);
    return sent.toString(StandardCharsets.UTF_8);
  }

  /** Time that passes as it is waited for, and ends. */
  private static final class Passing implements EventStreams.Pauses {
    private final long end;
    private long now;
    private Runnable atFirst = () -> {};

    Passing(Duration length) {
      end = length.toNanos();
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public boolean isClosedAfter(Duration pause) {
      if (now == 0) atFirst.run();
      now += pause.toNanos();
      return now >= end;
    }
  }
}
