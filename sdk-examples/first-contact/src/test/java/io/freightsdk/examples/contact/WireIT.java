package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import okhttp3.HttpUrl;
import okio.Buffer;
import okio.ByteString;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that HTTP does not allow are told as what they are, and not as a broken connection. */
class WireIT {
  private static final String JSON = "content-type: application/json\r\n";

  private ServerSocket listener;

  @BeforeEach
  void listen() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  /** What the program makes of these bytes; the connection is closed after them. */
  private Answer answered(String head, ByteString body) {
    Thread service = new Thread(() -> answer(head, body));
    service.start();
    HttpUrl url = HttpUrl.get("http://127.0.0.1:" + listener.getLocalPort());
    return new Wire(url, "fak_key", Waits.skipped()).send(Ask.Send.get(Operation.GET_PRICING));
  }

  private void answer(String head, ByteString body) {
    try (Socket socket = listener.accept()) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (!in.readLine().isEmpty()) {}
      socket.getOutputStream().write((head + "\r\n").getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String status(int status, int length) {
    return "HTTP/1.1 " + status + " Told\r\n" + JSON + "content-length: " + length + "\r\n";
  }

  private static String seen(Answer answer) {
    Finding finding =
        new Finding(Questions.FREE.get(0), List.of(answer), new Secrets("fak_key", Contact.PHONE));
    if (finding.expects(200)) finding.conforms();
    return finding.verdict().word + ": " + finding.seen();
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 205})
  void aStatusThatHasNoBodyAndCameWithOneIsToldAsThatStatus(int status) {
    Answer answer = answered(status(status, 2), ByteString.encodeUtf8("{}"));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.lost()).isNull();
    assertThat(seen(answer))
        .isEqualTo(
            "broken: answered with "
                + status
                + " instead of 200; it came with a body, which this status cannot have");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 401, 503})
  void aBodyThatIsMarkedAsGzipAndIsNoneIsTold(int status) {
    Answer answer =
        answered(status(status, 2) + "content-encoding: gzip\r\n", ByteString.encodeUtf8("{}"));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/json");
    assertThat(seen(answer))
        .contains("marked as gzip and cannot be unpacked")
        .doesNotContain("no answer");
  }

  @Test
  void aGzipThatIsCutOffByTheServiceIsTold() throws IOException {
    ByteString cut = gzip("{\"currency\":\"USD\",\"prices\":{}}").substring(0, 20);

    Answer answer = answered(status(200, 20) + "content-encoding: gzip\r\n", cut);

    assertThat(seen(answer))
        .isEqualTo(
            "broken: answered with 200, but its body is marked as gzip and cannot be unpacked");
  }

  @Test
  void aGzipIsRead() throws IOException {
    ByteString body = gzip("{\"currency\":\"USD\"}");

    Answer answer = answered(status(200, body.size()) + "content-encoding: gzip\r\n", body);

    assertThat(answer.text("currency")).isEqualTo("USD");
  }

  @Test
  void aConnectionThatBreaksWithinTheBodyIsStillToldAsThat() throws IOException {
    ByteString cut = gzip("{\"currency\":\"USD\",\"prices\":{}}").substring(0, 20);

    for (String encoding : new String[] {"", "content-encoding: gzip\r\n"}) {
      Answer answer = answered(status(200, 100) + encoding, cut);

      assertThat(seen(answer))
          .isEqualTo("not seen: no answer: the connection broke before the answer was complete");
    }
  }

  @Test
  void whatIsNoHttpIsTold() {
    Answer answer = answered("SSH-2.0-OpenSSH_9.2\r\n", ByteString.EMPTY);

    assertThat(seen(answer)).isEqualTo("not seen: no answer: what came is no HTTP");
  }

  private static ByteString gzip(String text) throws IOException {
    Buffer packed = new Buffer();
    try (var sink = Okio.buffer(new GzipSink(packed))) {
      sink.writeUtf8(text);
    }
    return packed.readByteString();
  }
}
