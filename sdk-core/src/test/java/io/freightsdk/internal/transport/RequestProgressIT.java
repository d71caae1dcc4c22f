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
import okio.BufferedSink;
import okio.Okio;
import okio.Sink;
import org.junit.jupiter.api.Test;

class RequestProgressIT {
  @Test
  void requestIsWrittenOnce() {
    RequestProgress progress = new RequestProgress(false);
    assertThat(progress.startWriting()).isTrue();
    assertThat(progress.startWriting()).isFalse();
  }

  @Test
  void givenUpRequestIsNeverWritten() {
    RequestProgress progress = new RequestProgress(false);
    assertThat(progress.cancel()).isTrue();
    assertThat(progress.startWriting()).isFalse();
    assertThat(progress.cancel()).as("still so").isTrue();
  }

  /** What an interceptor answers then was not sent by this client. */
  @Test
  void aRequestThatWasGivenUpBeforeItsFirstByteIsUnwritten() {
    RequestProgress unwritten = new RequestProgress(true);
    assertThat(unwritten.cancel()).isTrue();
    assertThat(unwritten.isUnwritten()).isTrue();
    assertThat(unwritten.isCancelled()).isTrue();

    RequestProgress begun = new RequestProgress(true);
    assertThat(begun.startWriting()).isTrue();
    assertThat(begun.cancel()).isTrue();
    assertThat(begun.isUnwritten()).isFalse();
    assertThat(begun.isCancelled()).isTrue();
  }

  @Test
  void requestWithoutABodyMayBeReadOnceItIsBegun() {
    RequestProgress progress = new RequestProgress(false);
    progress.startWriting();
    assertThat(progress.cancel()).isFalse();
  }

  @Test
  void anEmptyBodyIsThereWithItsHeadersAndHasNoType() throws IOException {
    RequestProgress progress = new RequestProgress(false);
    RequestBody body = progress.new OneShotBody(new byte[0]);
    assertThat(progress.startWriting()).isTrue();
    assertThat(progress.cancel()).as("too late before its body is written").isFalse();
    Buffer written = new Buffer();
    body.writeTo(written);
    assertThat(written.size()).isZero();
    assertThat(body.contentLength()).isZero();
    assertThat(body.contentType()).isNull();
  }

  @Test
  void anEmptyBodyThatWasGivenUpIsNotBegun() {
    RequestProgress progress = new RequestProgress(false);
    assertThat(progress.cancel()).isTrue();
    assertThat(progress.startWriting()).isFalse();
  }

  @Test
  void bodyWithoutItsLastByteIsNotSent() {
    RequestProgress progress = new RequestProgress(true);
    progress.startWriting();
    assertThat(progress.cancel()).isTrue();
    assertThat(progress.handOver()).isFalse();
  }

  @Test
  void theLastByteOfABodyThatWasGivenUpIsNotWritten() {
    RequestProgress progress = new RequestProgress(true);
    RequestBody body = progress.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    progress.startWriting();
    assertThat(progress.cancel()).isTrue();
    Buffer written = new Buffer();

    assertThatIOException().isThrownBy(() -> body.writeTo(written));
    assertThat(written.readUtf8()).isEqualTo("{");
  }

  /** Such as by an interceptor that signs the request. */
  @Test
  void aBodyThatIsReadInMemoryBeforeItIsSentIsStillWrittenOnce() throws IOException {
    RequestProgress progress = new RequestProgress(true);
    RequestBody body = progress.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    Buffer read = new Buffer();
    body.writeTo(read);
    body.writeTo(read);
    assertThat(read.readUtf8()).isEqualTo("{}{}");
    assertThat(progress.isUnwritten()).isTrue();

    assertThat(progress.startWriting()).isTrue();
    Buffer written = new Buffer();
    body.writeTo(written);
    assertThat(written.readUtf8()).isEqualTo("{}");
    assertThat(progress.cancel()).as("too late").isFalse();
    assertThatIOException().isThrownBy(() -> body.writeTo(Okio.buffer(Okio.blackhole())));
  }

  /** Such as by an interceptor that logs what was refused. */
  @Test
  void aBodyThatWasSentCanBeReadInMemory() throws IOException {
    RequestProgress progress = new RequestProgress(true);
    RequestBody body = progress.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    assertThat(progress.startWriting(body)).isTrue();
    body.writeTo(Okio.buffer(Okio.blackhole()));
    Buffer read = new Buffer();
    body.writeTo(read);
    body.writeTo(read);
    assertThat(read.readUtf8()).isEqualTo("{}{}");
    assertThat(progress.cancel()).as("too late").isFalse();
  }

  @Test
  void aBodyThatIsGivenUpIsReadByNobody() {
    RequestProgress progress = new RequestProgress(true);
    RequestBody body = progress.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    assertThat(progress.cancel()).isTrue();
    assertThatIOException().isThrownBy(() -> body.writeTo(new Buffer()));
    assertThat(progress.cancel()).isTrue();
  }

  /** Such as by one that counts what is written. Nobody sees when its last byte leaves. */
  @Test
  void aBodyWithinAnotherOneIsWrittenOnceAndNotAfterTheRequest() throws IOException {
    RequestProgress progress = new RequestProgress(true);
    RequestBody body = progress.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    RequestBody around = RequestBody.create(new byte[1], null);
    assertThat(progress.startWriting(around)).isTrue();
    assertThat(progress.startWriting(around)).isFalse();
    assertThat(progress.cancel()).as("too late").isFalse();
    Buffer written = new Buffer();
    body.writeTo(written);
    assertThat(written.readUtf8()).isEqualTo("{}");
    assertThatIOException().isThrownBy(() -> body.writeTo(Okio.buffer(Okio.blackhole())));

    RequestProgress other = new RequestProgress(true);
    RequestBody replaced = other.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    assertThat(other.startWriting(around)).isTrue();
    other.endWriting();
    assertThatIOException().isThrownBy(() -> replaced.writeTo(Okio.buffer(Okio.blackhole())));
  }

  /** A stream may lead to the wire of another client. */
  @Test
  void aBodyIsWrittenToNoStreamBeforeItIsSent() {
    RequestProgress progress = new RequestProgress(true);
    RequestBody body = progress.new OneShotBody("{}".getBytes(StandardCharsets.UTF_8));
    Buffer reached = new Buffer();
    BufferedSink stream = Okio.buffer((Sink) reached);

    assertThatIOException().isThrownBy(() -> body.writeTo(stream)).withMessageContaining("Buffer");
    assertThat(reached.size() + stream.getBuffer().size()).isZero();
  }

  @Test
  void wholeBodyMayBeRead() {
    RequestProgress progress = new RequestProgress(true);
    progress.startWriting();
    progress.handOver();
    assertThat(progress.cancel()).isFalse();
  }

  /** "Never sent" and "written" must not both be true, whoever comes first. */
  @Test
  void giveUpAndWriteNeverBothWin() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      boolean hasBody = round % 2 == 0;
      RequestProgress progress = new RequestProgress(hasBody);
      CyclicBarrier start = new CyclicBarrier(2);
      AtomicBoolean written = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                await(start);
                boolean whole = progress.startWriting() && (!hasBody || progress.handOver());
                written.set(whole);
              });
      writer.start();
      await(start);
      boolean neverSent = progress.cancel();
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
