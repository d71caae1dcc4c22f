package io.freightsdk.examples.fleet;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The machine's own Redis, on a free port of the loopback, which keeps nothing on the disk. */
final class RedisServer implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/redis-server");
  private static final int ATTEMPTS = 3;

  private final Process process;
  private final int port;

  private RedisServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts it in this directory; without one the test is skipped and says so. */
  static RedisServer start(Path directory) throws IOException {
    if (!Files.isExecutable(PROGRAM)) {
      System.out.println(
          "Redis tests skipped: no " + PROGRAM + " on this machine (apt-get install redis-server)");
      abort("no " + PROGRAM);
    }
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = freePort();
      Process process = launch(directory, port);
      if (isReady(process)) {
        return new RedisServer(process, port);
      }
      // Another process may have taken the port between the look and the start.
      process.destroyForcibly();
    }
    throw new IOException("redis-server did not start in " + ATTEMPTS + " attempts");
  }

  String address() {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    // It keeps nothing, so there is nothing to end in order.
    process.destroyForcibly().onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }

  private static Process launch(Path directory, int port) throws IOException {
    return new ProcessBuilder(
            PROGRAM.toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            directory.toString(),
            "--save",
            "",
            "--appendonly",
            "no")
        .redirectErrorStream(true)
        .start();
  }

  /** Reads on until the server says that it is ready, or ends. */
  private static boolean isReady(Process process) throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.contains("Ready to accept connections")) {
        return true;
      }
    }
    return false;
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
