package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Profile;
import io.freightsdk.examples.benchmarks.server.stub.Bodies;
import io.freightsdk.examples.benchmarks.server.stub.RawHttp;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, answering. Closing it ends the process. */
public final class ServerProcess implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Process process;
  private final int port;
  private final long nanosToFirstAnswer;

  private ServerProcess(Process process, int port, long nanosToFirstAnswer) {
    this.process = process;
    this.port = port;
    this.nanosToFirstAnswer = nanosToFirstAnswer;
  }

  /** Starts it and waits for its first answer, looking again every millisecond. */
  static ServerProcess start(Contender contender, Path bodies, Path log)
      throws IOException, InterruptedException {
    int port = freePort();
    List<String> command = contender.serve(port, bodies);
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      awaitAnswer(process, port, begin, log);
    } catch (IOException | InterruptedException | RuntimeException e) {
      end(process);
      throw e;
    }
    return new ServerProcess(process, port, System.nanoTime() - begin);
  }

  /** Ours, as its users start it; {@code work} gets its log. */
  public static ServerProcess startOurs(Path work) throws IOException, InterruptedException {
    return start(Contender.ours(), work, work.resolve("server.log"));
  }

  public int port() {
    return port;
  }

  /** How much the process has used of the processor, all threads together. */
  double processorMillis() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
  }

  /** A look into its JVM. */
  OtherJvm jvm() throws IOException {
    return OtherJvm.of(process.pid());
  }

  /** Ends it as a user does, and waits until it has done what it does at its end. */
  void endOrderly() {
    process.destroy();
    process.onExit().join();
  }

  /** From the start of the process to the last byte of the first answer. */
  double millisToFirstAnswer() {
    return nanosToFirstAnswer / 1e6;
  }

  @Override
  public void close() {
    end(process);
  }

  private static void awaitAnswer(Process process, int port, long begin, Path log)
      throws IOException, InterruptedException {
    while (true) {
      try {
        RawHttp.get(port, Bodies.BALANCE_PATH);
        return;
      } catch (ConnectException notListeningYet) {
        boolean isTooLate = System.nanoTime() - begin > PATIENCE_NANOS;
        if (isTooLate || !process.isAlive()) {
          throw new IOException("the server does not come up; see " + log, notListeningYet);
        }
      } catch (IOException notReadyYet) {
        // Some listen before their answers are told.
        if (System.nanoTime() - begin > PATIENCE_NANOS) throw notReadyYet;
      }
      Thread.sleep(1);
    }
  }

  private static void end(Process process) {
    Profile.save(process.pid());
    process.destroyForcibly().onExit().join();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
