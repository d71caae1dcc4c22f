package io.freightsdk.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;

/** H2 as a server in a process of its own, with its files on the disk. */
public final class H2Process implements DatabaseServer {
  private final Path folder;
  private Process process;
  private int port;

  public H2Process(Path folder) throws IOException {
    this.folder = folder;
    start();
  }

  @Override
  public String url() {
    return "jdbc:h2:tcp://127.0.0.1:" + port + "/./books;WRITE_DELAY=0";
  }

  @Override
  public void kill() throws IOException {
    process.destroyForcibly();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) throw new IOException("H2 does not end");
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void start() throws IOException {
    process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx160m",
                "-Dh2.bindAddress=127.0.0.1",
                "-cp",
                System.getProperty("java.class.path"),
                H2Process.class.getName(),
                String.valueOf(port),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.US_ASCII);
    String line = output.readLine();
    if (line == null) throw new IOException("H2 ended before it was ready");
    port = Integer.parseInt(line);
  }

  /** Arguments: the port, 0 for a free one, and the folder of its files. Prints the port. */
  public static void main(String[] arguments) throws Exception {
    Server server =
        Server.createTcpServer("-tcpPort", arguments[0], "-baseDir", arguments[1], "-ifNotExists")
            .start();
    System.out.println(server.getPort());
    while (System.in.read() >= 0) {
      // The input has no data. Its end, also when the test crashes, stops this process.
    }
    Runtime.getRuntime().halt(0);
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
