package io.freightsdk.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class TimedInputIT {
  @Test
  void aRequestHasTenMinutesToBeginSecondsForItsHeadAndAMinuteForItsBody() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, loopback);
        Socket peer = new Socket(loopback, listener.getLocalPort());
        Socket socket = listener.accept()) {
      TimedInput in = new TimedInput(socket, TimeUnit.SECONDS.toNanos(10));
      in.awaitRequest();
      // Who answers a request does not wait for its peer.
      assertThat(in.isOverdue(inSeconds(3_600))).isFalse();

      Thread begun = reading(in);
      while (!in.isOverdue(inSeconds(601))) Thread.onSpinWait();
      assertThat(in.isOverdue(inSeconds(500))).isFalse();
      peer.getOutputStream().write('G');
      begun.join();
      Thread head = reading(in);
      while (!in.isOverdue(inSeconds(11))) Thread.onSpinWait();
      assertThat(in.isOverdue(inSeconds(1))).isFalse();
      peer.getOutputStream().write('E');
      head.join();
      in.beginBody();
      assertThat(in.idleSinceNanos()).isLessThan(System.nanoTime());
      Thread ended = reading(in);
      while (!in.isOverdue(inSeconds(61))) Thread.onSpinWait();
      assertThat(in.isOverdue(inSeconds(1))).isFalse();

      peer.shutdownOutput();
      ended.join();
      in.endRequest();
      assertThat(in.idleSinceNanos()).isEqualTo(TimedInput.BUSY);
    }
  }

  @Test
  void whatNobodyReadsHasTenSeconds() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, loopback);
        Socket peer = new Socket(loopback, listener.getLocalPort());
        Socket socket = listener.accept()) {
      TimedInput in = new TimedInput(socket, TimeUnit.SECONDS.toNanos(10));
      in.awaitRequest();
      in.beginBody();
      in.hurry();
      Thread ended = reading(in);
      while (!in.isOverdue(inSeconds(11))) Thread.onSpinWait();

      peer.shutdownOutput();
      ended.join();
    }
  }

  private static long inSeconds(int seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  private static Thread reading(TimedInput in) {
    Thread thread =
        new Thread(
            () -> {
              try {
                in.read();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    thread.start();
    return thread;
  }
}
