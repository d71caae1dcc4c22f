package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.BackgroundCalls;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.UnconnectedSockets;
import io.freightsdk.testing.WireFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * OkHttp cancels a call by closing the socket that the call used a moment ago. If the call ends in
 * that moment, the connection is back in the pool when its socket is closed.
 */
class CancelledConnectionIT {
  private final CountDownLatch firstIsRead = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final CountDownLatch secondMayEnd = new CountDownLatch(1);
  private final SlowlyClosedSockets sockets = new SlowlyClosedSockets();

  @AfterEach
  void releaseAll() {
    firstMayEnd.countDown();
    secondMayEnd.countDown();
    sockets.mayBeClosed.countDown();
  }

  @ParameterizedTest
  @EnumSource
  void cancelDoesNotBreakTheNextCallOnTheConnection(CallStyle style) throws InterruptedException {
    assertNextCallSucceeds(false, style);
  }

  /** Clients with the same OkHttpClient share its pool. */
  @ParameterizedTest
  @EnumSource
  void cancelDoesNotBreakTheNextCallOfAnotherClient(CallStyle style) throws InterruptedException {
    assertNextCallSucceeds(true, style);
  }

  /** Neither uses a connection of the other. */
  @ParameterizedTest
  @EnumSource
  void cancelOfAnApplicationCallDoesNotBreakTheNextCall(CallStyle style)
      throws InterruptedException {
    try (WireFixture service = service()) {
      service.enqueue(
          ServiceResponses.success(Operation.GET_LOAD_POSITION),
          positionEndingAfter(firstMayEnd),
          positionEndingAfter(secondMayEnd));
      FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));
      client.getLoadPosition(SampleLoads.NUMBER);
      int ours = service.takeRequest().getConnectionIndex();

      Request request = new Request.Builder().url(service.baseUrl()).build();
      Call own = service.http().newCall(request);
      CompletableFuture<byte[]> read = BackgroundCalls.startCall(() -> bytes(own));
      int itsConnection = service.takeRequest().getConnectionIndex();
      assertThat(itsConnection).as("connection of the application").isNotEqualTo(ours);
      Thread canceller = sockets.slowlyClosedBy(own::cancel);
      await(sockets.beingClosed, "the cancelled call closes its socket");
      firstMayEnd.countDown();
      Eventually.until(
          () -> service.http().connectionPool().idleConnectionCount() == 2,
          () -> "the application's call did not give its connection back");

      CompletableFuture<LoadPosition> second =
          BackgroundCalls.startCall(() -> style.getLoadPosition(client, SampleLoads.NUMBER));
      int secondConnection = service.takeRequest().getConnectionIndex();
      sockets.mayBeClosed.countDown();
      canceller.join(60_000);
      secondMayEnd.countDown();

      assertThat(CallStyle.join(second).loadNumber()).isEqualTo(SampleLoads.NUMBER);
      Eventually.until(read::isDone, () -> "the application's call did not end");
      assertThat(secondConnection).as("connection of the client").isEqualTo(ours);
    }
  }

  private static byte[] bytes(Call call) {
    try (Response response = call.execute()) {
      return response.body().bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private WireFixture service() {
    return new WireFixture(
        server -> {},
        http -> http.socketFactory(sockets).eventListener(new FirstResponseListener()));
  }

  private void assertNextCallSucceeds(boolean byAnotherClient, CallStyle style)
      throws InterruptedException {
    try (WireFixture service = service()) {
      service.enqueue(positionEndingAfter(firstMayEnd), positionEndingAfter(secondMayEnd));
      FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));

      CompletableFuture<?> first = client.async().getLoadPosition(SampleLoads.NUMBER);
      int firstConnection = service.takeRequest().getConnectionIndex();
      await(firstIsRead, "the first answer is read");
      Thread canceller = sockets.slowlyClosedBy(() -> first.cancel(true));
      await(sockets.beingClosed, "the cancelled call closes its socket");
      firstMayEnd.countDown();
      Eventually.until(
          () -> service.http().connectionPool().idleConnectionCount() == 1,
          () -> "the first call did not give its connection back");

      FreightClient taker =
          byAnotherClient
              ? service.client(service.builder().retryPolicy(RetryPolicy.none()))
              : client;
      CompletableFuture<LoadPosition> second =
          BackgroundCalls.startCall(() -> style.getLoadPosition(taker, SampleLoads.NUMBER));
      int secondConnection = service.takeRequest().getConnectionIndex();
      sockets.mayBeClosed.countDown();
      canceller.join(60_000);
      secondMayEnd.countDown();

      assertThat(CallStyle.join(second).loadNumber()).isEqualTo(SampleLoads.NUMBER);
      // A read that is under way may still get the byte that comes right after the close.
      assertThat(secondConnection).as("connection").isNotEqualTo(firstConnection);
      assertThat(service.server().getRequestCount()).isEqualTo(2);
    }
  }

  /** A position whose last byte is sent after this. */
  private static MockResponse.Builder positionEndingAfter(CountDownLatch then) {
    MockResponse whole = ServiceResponses.success(Operation.GET_LOAD_POSITION).build();
    MockResponseBody body = whole.getBody();
    return whole
        .newBuilder()
        .body(
            new MockResponseBody() {
              @Override
              public long getContentLength() {
                return body.getContentLength();
              }

              @Override
              public void writeTo(BufferedSink sink) throws IOException {
                Buffer bytes = new Buffer();
                body.writeTo(bytes);
                sink.write(bytes, bytes.size() - 1);
                sink.flush();
                await(then, "the rest of the answer may be sent");
                sink.write(bytes, 1);
              }
            });
  }

  private final class FirstResponseListener extends EventListener {
    @Override
    public void responseBodyStart(Call call) {
      firstIsRead.countDown();
    }
  }

  /** Sockets whose close takes long. */
  private static final class SlowlyClosedSockets extends UnconnectedSockets {
    private final CountDownLatch beingClosed = new CountDownLatch(1);
    private final CountDownLatch mayBeClosed = new CountDownLatch(1);
    private volatile Thread slow;

    Thread slowlyClosedBy(Runnable cancel) {
      slow = new Thread(cancel, "canceller");
      slow.start();
      return slow;
    }

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void close() throws IOException {
          if (Thread.currentThread() == slow) {
            beingClosed.countDown();
            await(mayBeClosed, "the socket may be closed");
          }
          super.close();
        }
      };
    }
  }

  private static void await(CountDownLatch latch, String what) {
    try {
      boolean came = latch.await(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
      if (!came) throw new AssertionError("not within " + Eventually.BOUND + ": " + what);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted before " + what, e);
    }
  }
}
