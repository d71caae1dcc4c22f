package io.freightsdk.examples.month;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.h2.tools.Server;

/** The database of the instances, in a process of its own, which can be killed. */
interface Database extends AutoCloseable {
  String url();

  /** Whoever is connected loses the connection. */
  void stop() throws Exception;

  /** As a power cut does. */
  void kill() throws Exception;

  void start() throws Exception;

  /** When the month has ended. */
  @Override
  void close();

  /** The rows of a query, each of its columns as text, and NULL as "null". */
  default List<List<String>> rows(String query) throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /** A file of H2, behind a server of its own. */
  final class H2 implements Database {
    private final Path file;
    private final int port;
    private Process process;

    H2(Path file) throws IOException {
      this.file = file;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        this.port = free.getLocalPort();
      }
      this.process = started();
    }

    private Process started() throws IOException {
      Process server =
          new ProcessBuilder(
                  ChildJvm.program(
                      Server.class, "-tcp", "-tcpPort", Integer.toString(port), "-ifNotExists"))
              .redirectErrorStream(true)
              .start();
      assertThat(server.inputReader().readLine()).contains("TCP server running");
      return server;
    }

    @Override
    public String url() {
      return "jdbc:h2:tcp://127.0.0.1:%d/%s;WRITE_DELAY=0".formatted(port, file);
    }

    @Override
    public void stop() {
      process.destroy();
      process.onExit().join();
    }

    @Override
    public void kill() {
      process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
      kill();
    }

    @Override
    public void start() throws IOException {
      process = started();
    }
  }

  /** A database of the PostgreSQL that {@code with-databases.sh} has started; that one runs on. */
  record Postgres(String url) implements Database {
    static final String URL = "FREIGHT_TEST_POSTGRES_URL";

    static Postgres create() throws Exception {
      String name = "month_" + UUID.randomUUID().toString().replace("-", "");
      try (Connection connection = DriverManager.getConnection(System.getenv(URL));
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE " + name);
      }
      return new Postgres(System.getenv(URL).replaceFirst("/[a-z]+\\?", "/" + name + "?"));
    }

    @Override
    public void stop() throws Exception {
      control("stop");
    }

    @Override
    public void kill() throws Exception {
      control("kill");
    }

    @Override
    public void start() throws Exception {
      control("start");
    }

    @Override
    public void close() {}

    private static void control(String verb) throws Exception {
      Path said = Files.createTempFile("control", ".log");
      // Into a file: a server that was started would hold a pipe open.
      int code =
          new ProcessBuilder(System.getenv("FREIGHT_TEST_DATABASE_CONTROL"), verb, "postgres")
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start()
              .waitFor();
      assertThat(code).as("%s: %s", verb, Files.readString(said)).isZero();
      Files.delete(said);
    }
  }
}
