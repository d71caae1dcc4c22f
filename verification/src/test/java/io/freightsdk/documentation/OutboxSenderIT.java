package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.PooledDataSource;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the sender of docs/jobs/send-events.md in two processes, of which one is killed. */
class OutboxSenderIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/jobs/send-events.md");
  private static final int EVENTS = 5;

  /** The event during which its instance is killed. */
  private static final String INTERRUPTED = "crash-2";

  /** The receiver does not accept it the first times. */
  private static final String REFUSED = "refused-1";

  @TempDir Path output;

  private final Receiver receiver = new Receiver();
  private final List<Process> instances = new ArrayList<>();
  private HttpServer http;
  private Server h2;

  static Stream<String> databases() {
    return EmptyDatabase.here().stream().map(Enum::name);
  }

  @AfterEach
  void close() throws Exception {
    receiver.killed.countDown();
    for (Process instance : instances) instance.destroyForcibly().waitFor();
    if (http != null) http.stop(0);
    if (h2 != null) h2.stop();
  }

  @ParameterizedTest
  @MethodSource("databases")
  void eachLoadGetsItsEventsInOrderAfterAKill(String database) throws Exception {
    String url = url(EmptyDatabase.valueOf(database));
    try (PooledDataSource source = new PooledDataSource(url)) {
      store(source, EmptyDatabase.valueOf(database));
      String sender = compiled();
      String address = startReceiver();
      for (int instance = 0; instance < 2; instance++) start(sender, url, address, instance);

      receiver.interrupted.await();
      Eventually.until(() -> unsent(source) == EVENTS - 1, () -> unsent(source) + " unsent");
      assertThat(receiver.accepted.get("crash")).as("others are sent meanwhile").isEqualTo(2);
      instances.get(receiver.instance).destroyForcibly().waitFor();
      receiver.killed.countDown();

      Eventually.until(() -> unsent(source) == 0, () -> unsent(source) + " unsent");
      assertThat(receiver.wrong).isEmpty();
      assertThat(receiver.repeated).containsExactly(INTERRUPTED);
      assertThat(receiver.accepted).hasSize(4).containsOnlyKeys("a", "b", "crash", "refused");
      assertThat(receiver.accepted.values()).containsOnly(EVENTS);
    }
  }

  /** Instances are processes, so H2 needs a server. */
  private String url(EmptyDatabase database) throws SQLException {
    if (database != EmptyDatabase.H2) return database.make();
    h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    return "jdbc:h2:tcp://localhost:"
        + h2.getPort()
        + "/mem:outbox;DB_CLOSE_DELAY=-1;MODE=PostgreSQL";
  }

  private static void store(DataSource source, EmptyDatabase database) throws SQLException {
    String table =
        Snippet.allOf(PAGE).stream()
            .map(Snippet::text)
            .filter(text -> text.startsWith("CREATE TABLE"))
            .findFirst()
            .orElseThrow();
    if (database == EmptyDatabase.MARIADB) {
      table =
          table
              .replace("GENERATED ALWAYS AS IDENTITY", "AUTO_INCREMENT")
              .replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMP NULL");
    }
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(table);
      for (int event = 1; event <= EVENTS; event++) {
        for (String load : List.of("refused", "crash", "a", "b")) {
          statement.execute(
              "INSERT INTO load_event (id, reference, event) VALUES ('%1$s-%2$s', '%1$s', '{}')"
                  .formatted(load, event));
        }
      }
    }
  }

  private static int unsent(DataSource source) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT COUNT(*) FROM load_event WHERE sent_at IS NULL")) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private String compiled() throws Exception {
    Snippet sender =
        Snippet.allOf(PAGE).stream()
            .filter(snippet -> snippet.text().contains("class EventSender"))
            .findFirst()
            .orElseThrow();
    return new SnippetCompiler(List.of(sender), output).classOf(sender).getName();
  }

  private String startReceiver() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work);
              thread.setDaemon(true);
              return thread;
            });
    http.setExecutor(threads);
    http.createContext("/", receiver::receive);
    http.start();
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  private void start(String sender, String url, String address, int instance) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        ChildJvm.command(
            "-cp",
            classPath + File.pathSeparator + output,
            Instance.class.getName(),
            sender,
            url,
            address + "/" + instance + "/");
    instances.add(new ProcessBuilder(command).inheritIO().start());
  }

  /** Checks the order of the events of each load. */
  private static final class Receiver {
    /** The number of accepted events of each load. */
    final Map<String, Integer> accepted = new ConcurrentHashMap<>();

    final List<String> repeated = new CopyOnWriteArrayList<>();
    final List<String> wrong = new CopyOnWriteArrayList<>();
    final CountDownLatch interrupted = new CountDownLatch(1);
    final CountDownLatch killed = new CountDownLatch(1);
    private final AtomicInteger refusals = new AtomicInteger();

    /** The instance to kill. */
    volatile int instance;

    /** Handles {@code /instance/load-number}. */
    void receive(HttpExchange exchange) throws IOException {
      String[] path = exchange.getRequestURI().getPath().split("/", 3);
      String id = path[2];
      boolean isRefused = id.equals(REFUSED) && refusals.incrementAndGet() <= 3;
      if (!isRefused && isNew(id) && id.equals(INTERRUPTED)) {
        instance = Integer.parseInt(path[1]);
        interrupted.countDown();
        awaitKill();
      }
      exchange.sendResponseHeaders(isRefused ? 503 : 204, -1);
      exchange.close();
    }

    private synchronized boolean isNew(String id) {
      String[] event = id.split("-", 2);
      int number = Integer.parseInt(event[1]);
      int before = accepted.getOrDefault(event[0], 0);
      if (number == before) repeated.add(id);
      if (number != before && number != before + 1) wrong.add(id + " after " + before);
      accepted.put(event[0], number);
      return number != before;
    }

    private void awaitKill() {
      try {
        killed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** An instance of the application. */
  static final class Instance {
    private Instance() {}

    public static void main(String[] arguments) throws Exception {
      HttpClient client = HttpClient.newHttpClient();
      BiPredicate<String, String> webhook =
          (id, event) -> {
            HttpRequest request =
                HttpRequest.newBuilder(URI.create(arguments[2] + id))
                    .POST(HttpRequest.BodyPublishers.ofString(event))
                    .build();
            try {
              return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()
                  == 204;
            } catch (IOException | InterruptedException e) {
              return false;
            }
          };
      PooledDataSource source = new PooledDataSource(arguments[1]);
      while (true) {
        Class.forName(arguments[0])
            .getMethod("sendUnsent", DataSource.class, BiPredicate.class)
            .invoke(null, source, webhook);
        Thread.sleep(10);
      }
    }
  }
}
