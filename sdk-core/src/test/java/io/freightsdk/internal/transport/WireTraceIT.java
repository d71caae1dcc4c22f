package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.RequestBody;
import okio.Buffer;
import org.junit.jupiter.api.Test;

class WireTraceIT {
  @Test
  void requestIsWrittenOnce() {
    WireTrace trace = new WireTrace(false);
    assertThat(trace.startWriting()).isTrue();
    assertThat(trace.startWriting()).isFalse();
  }

  @Test
  void givenUpRequestIsNeverWritten() {
    WireTrace trace = new WireTrace(false);
    assertThat(trace.cancel()).isTrue();
    assertThat(trace.startWriting()).isFalse();
    assertThat(trace.cancel()).as("still so").isTrue();
  }

  @Test
  void requestWithoutABodyMayBeReadOnceItIsBegun() {
    WireTrace trace = new WireTrace(false);
    trace.startWriting();
    assertThat(trace.cancel()).isFalse();
  }

  @Test
  void anEmptyBodyIsThereWithItsHeadersAndHasNoType() throws IOException {
    WireTrace trace = new WireTrace(false);
    RequestBody body = trace.new OneShotBody(new byte[0]);
    assertThat(trace.startWriting()).isTrue();
    assertThat(trace.cancel()).as("too late before its body is written").isFalse();
    Buffer written = new Buffer();
    body.writeTo(written);
    assertThat(written.size()).isZero();
    assertThat(body.contentLength()).isZero();
    assertThat(body.contentType()).isNull();
  }

  @Test
  void anEmptyBodyThatWasGivenUpIsNotBegun() {
    WireTrace trace = new WireTrace(false);
    assertThat(trace.cancel()).isTrue();
    assertThat(trace.startWriting()).isFalse();
  }

  @Test
  void bodyWithoutItsLastByteIsNotSent() {
    WireTrace trace = new WireTrace(true);
    trace.startWriting();
    assertThat(trace.cancel()).isTrue();
    assertThat(trace.handOver()).isFalse();
  }

  @Test
  void theLastByteOfABodyThatWasGivenUpIsNotWritten() {
    WireTrace trace = new WireTrace(true);
    RequestBody body = trace.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    trace.startWriting();
    assertThat(trace.cancel()).isTrue();
    Buffer written = new Buffer();

    assertThatIOException().isThrownBy(() -> body.writeTo(written));
    assertThat(written.readUtf8()).isEqualTo("{");
  }

  @Test
  void wholeBodyMayBeRead() {
    WireTrace trace = new WireTrace(true);
    trace.startWriting();
    trace.handOver();
    assertThat(trace.cancel()).isFalse();
  }

  /** "Never sent" and "written" must not both be true, whoever comes first. */
  @Test
  void giveUpAndWriteNeverBothWin() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      boolean hasBody = round % 2 == 0;
      WireTrace trace = new WireTrace(hasBody);
      CyclicBarrier start = new CyclicBarrier(2);
      AtomicBoolean written = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                await(start);
                boolean whole = trace.startWriting() && (!hasBody || trace.handOver());
                written.set(whole);
              });
      writer.start();
      await(start);
      boolean neverSent = trace.cancel();
      writer.join(60_000);
      assertThat(neverSent).as("round %d", round).isEqualTo(!written.get());
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }
}
