package io.freightsdk.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Which calls end when their user calls a tool in another session. */
class OpenCallsTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final List<String> pinged = new CopyOnWriteArrayList<>();

  private OpenCalls.OpenCall start(
      OpenCalls calls, String user, String session, Callable<Object> ping) {
    McpSyncServerExchange host =
        new McpSyncServerExchange(null) {
          @Override
          public String sessionId() {
            return session;
          }

          @Override
          public Object ping() {
            pinged.add(session);
            try {
              return ping.call();
            } catch (RuntimeException e) {
              throw e;
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          }
        };
    return calls.start(user, host);
  }

  @Test
  void callOfASilentHostEnds() {
    OpenCalls calls = new OpenCalls(Duration.ofMillis(10));
    CountDownLatch never = new CountDownLatch(1);
    OpenCalls.OpenCall old =
        start(
            calls,
            "ann",
            "closed",
            () -> {
              never.await();
              return Map.of();
            });

    OpenCalls.OpenCall next = start(calls, "ann", "new", Map::of);

    Eventually.until(old.end::isDone, Boolean::booleanValue);
    assertThat(next.end).isNotDone();
  }

  @Test
  void callOfAnEndedSessionEnds() {
    OpenCalls calls = new OpenCalls(LONG);
    OpenCalls.OpenCall old =
        start(
            calls,
            "ann",
            "deleted",
            () -> {
              throw new IllegalStateException("closed");
            });

    start(calls, "ann", "new", Map::of);

    Eventually.until(old.end::isDone, Boolean::booleanValue);
  }

  /** An error is a response, too. A call that ended is not pinged again. */
  @Test
  void callOfARespondingHostContinues() {
    OpenCalls calls = new OpenCalls(LONG);
    OpenCalls.OpenCall plain = start(calls, "ann", "plain", Map::of);
    OpenCalls.OpenCall refusing =
        start(
            calls,
            "ann",
            "refusing",
            () -> {
              throw McpError.builder(-32601).message("no ping").build();
            });

    Eventually.until(
        () -> {
          start(calls, "ann", "new", Map::of).end();
          return pinged;
        },
        all -> List.of("plain", "refusing").stream().allMatch(one -> count(one) >= 3));

    assertThat(plain.end).isNotDone();
    assertThat(refusing.end).isNotDone();
  }

  private long count(String session) {
    return pinged.stream().filter(session::equals).count();
  }

  /** Some hosts respond to no ping while they ask a person. */
  @Test
  void callsOfTheSameSessionAndOfOtherUsersAreNotPinged() {
    OpenCalls calls = new OpenCalls(LONG);
    start(calls, "ann", "one", Map::of);
    start(calls, "ann", "one", Map::of);
    start(calls, "bob", "two", Map::of);
    start(calls, null, "three", Map::of);

    start(calls, "ann", "four", Map::of);

    Eventually.until(() -> pinged.size(), size -> size >= 2);
    assertThat(pinged).containsExactly("one", "one");
  }
}
