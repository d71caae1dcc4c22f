package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.examples.benchmarks.server.stub.Bodies;
import io.freightsdk.examples.benchmarks.server.stub.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What customers' pages cost the reference server while they are open and little happens. */
final class OpenPages {
  static final String TABLE = "server open pages";
  static final String PROCESSOR = "processor";
  static final int PAGES = 200;
  static final String SUBJECT = PAGES + " open pages";

  static final List<Table> TABLES =
      List.of(
          new Table.Comparison(
              TABLE,
              "Server: open pages",
              """
              Customers' pages of 20 loads stay open, each with its own event stream, while no
              truck moves: the share of a core that the server's process uses.\
              """,
              null,
              null));

  private static final int LOADS = 20;
  private static final int ROUNDS = 3;

  private OpenPages() {}

  static void measure(Path work, Measurements measurements) throws Exception {
    int seconds = Effort.ofThisRun().of(10, 1);
    List<Socket> pages = new ArrayList<>();
    try (ServerProcess server = ServerProcess.startOurs(work);
        OtherJvm jvm = server.jvm()) {
      List<String> links = new ArrayList<>();
      for (int i = 0; i < LOADS; i++) links.add(link(server.port(), i));
      for (int i = 0; i < PAGES; i++) pages.add(open(server.port(), links.get(i % LOADS), i));
      double[] percent = new double[ROUNDS];
      // The streams are compiled first.
      Thread.sleep(1_000L * seconds);
      for (int round = 0; round < ROUNDS; round++) {
        Usage before = jvm.usage();
        long begin = System.nanoTime();
        Thread.sleep(1_000L * seconds);
        double nanos = System.nanoTime() - begin;
        percent[round] = 100 * 1_000 * jvm.usage().processorMicrosSince(before) / nanos;
      }
      measurements.add(Measurement.of(TABLE, SUBJECT, PROCESSOR, "% of a core", percent));
    } finally {
      for (Socket page : pages) page.close();
    }
  }

  /** The path of a new load's page. */
  private static String link(int port, int load) throws IOException {
    String order = Orders.CREATE.replace(Orders.REFERENCE, "page-" + load);
    byte[] created = RawHttp.post(port, Bodies.CREATE_PATH, order.getBytes(StandardCharsets.UTF_8));
    String text = new String(created, StandardCharsets.UTF_8);
    return text.replaceAll("(?s).*\"trackingLink\":\"[^\"]*(/track/[^\"]+)\".*", "$1");
  }

  /** A stream that has begun. Every load's pages are one customer's: the server bounds those. */
  private static Socket open(int port, String path, int page) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    String request =
        "GET %s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX-Forwarded-For: 10.0.0.%d\r\n\r\n"
            .formatted(path, port, page % LOADS);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    String status = new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
    if (!status.equals("HTTP/1.1 200 OK")) {
      socket.close();
      throw new IOException("a stream was answered " + status);
    }
    return socket;
  }
}
