package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;
import org.junit.jupiter.api.Test;

class RequestProgressIT {
  private static Request post(String body) {
    return new Request.Builder()
        .url("http://localhost/")
        .post(RequestBody.create(body, null))
        .build();
  }

  private static RequestProgress withBody(String body) throws IOException {
    RequestProgress progress = new RequestProgress();
    Request unused = progress.writeOnce(post(body));
    return progress;
  }

  @Test
  void requestIsWrittenOnlyOnce() {
    RequestProgress progress = new RequestProgress();
    assertThat(progress.startWriting()).isTrue();
    assertThat(progress.startWriting()).isFalse();
  }

  @Test
  void cancelledRequestIsNeverWritten() {
    RequestProgress progress = new RequestProgress();
    assertThat(progress.cancel()).isTrue();
    assertThat(progress.startWriting()).isFalse();
    assertThat(progress.cancel()).as("still so").isTrue();
  }

  @Test
  void startedRequestWithoutBodyMayHaveArrived() {
    RequestProgress progress = new RequestProgress();
    progress.startWriting();
    assertThat(progress.cancel()).isFalse();
  }

  @Test
  void cancelledRequestWithEmptyBodyIsNotStarted() throws IOException {
    RequestProgress progress = withBody("");
    assertThat(progress.cancel()).isTrue();
    assertThat(progress.startWriting()).isFalse();
  }

  @Test
  void bodyWithoutItsLastByteDoesNotCountAsSent() throws IOException {
    RequestProgress progress = withBody("{}");
    progress.startWriting();
    assertThat(progress.cancel()).isTrue();
    assertThat(progress.claimLastByte()).isFalse();
  }

  @Test
  void cancelPreventsTheLastByteOfABody() throws IOException {
    RequestProgress progress = new RequestProgress();
    RequestBody body = progress.writeOnce(post("{}")).body();
    progress.startWriting();
    assertThat(progress.cancel()).isTrue();
    Buffer written = new Buffer();

    assertThatIOException().isThrownBy(() -> body.writeTo(written));
    assertThat(written.readUtf8()).isEqualTo("{");
  }

  @Test
  void completeBodyMayHaveArrived() throws IOException {
    RequestProgress progress = withBody("{}");
    progress.startWriting();
    progress.claimLastByte();
    assertThat(progress.cancel()).isFalse();
  }

  /** "Never sent" and "written" must not both be true, whoever comes first. */
  @Test
  void cancelAndWriteNeverBothWin() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      boolean hasBody = round % 2 == 0;
      RequestProgress progress = withBody(hasBody ? "{}" : "");
      CyclicBarrier start = new CyclicBarrier(2);
      AtomicBoolean written = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                await(start);
                boolean whole = progress.startWriting() && (!hasBody || progress.claimLastByte());
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
