package io.freightsdk.examples.crash;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Throw-away servers of what is installed on this machine, on free ports of it. */
final class Servers {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private Servers() {}

  /** Null if no PostgreSQL is installed, or it does not start. */
  static @Nullable Store postgres() {
    String initdb = program("initdb");
    if (initdb == null) return null;
    return start(
        "PostgreSQL",
        "postgres",
        (home, port) -> {
          run(as("postgres", initdb, "-D", home + "/data", "-U", "crash", "-A", "trust", "-N"));
          return List.of(
              initdb.replace("initdb", "postgres"),
              "-D",
              home + "/data",
              "-p",
              "" + port,
              "-k",
              "",
              "-c",
              "listen_addresses=127.0.0.1",
              "-c",
              "max_connections=400");
        },
        port -> "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=crash");
  }

  /** Null if no MariaDB is installed, or it does not start. */
  static @Nullable Store mariadb() {
    String server = program("mariadbd");
    String install = program("mariadb-install-db");
    if (server == null || install == null) return null;
    return start(
        "MariaDB",
        "mysql",
        (home, port) -> {
          run(
              as(
                  "mysql",
                  install,
                  "--no-defaults",
                  "--datadir=" + home + "/data",
                  "--skip-test-db",
                  "--auth-root-authentication-method=normal"));
          return List.of(
              server,
              "--no-defaults",
              "--datadir=" + home + "/data",
              "--port=" + port,
              "--bind-address=127.0.0.1",
              "--socket=" + home + "/socket",
              "--skip-name-resolve",
              "--skip-grant-tables",
              "--skip-networking=0",
              "--max-connections=400");
        },
        port -> "jdbc:mariadb://127.0.0.1:" + port + "/mysql?user=root&sslMode=disable");
  }

  /** Null if no Redis is installed, or it does not start. */
  static @Nullable Store redis() {
    String server = program("redis-server");
    if (server == null) return null;
    return start(
        "Redis",
        null,
        (home, port) ->
            List.of(
                server, "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--dir", home),
        port -> "redis://127.0.0.1:" + port + "/0");
  }

  private interface Command {
    /** Sets the server up in a folder, and says how it is started. */
    List<String> of(String home, int port) throws IOException, InterruptedException;
  }

  private interface Url {
    String at(int port);
  }

  private static @Nullable Store start(
      String title, @Nullable String user, Command command, Url url) {
    Path home = null;
    Process server = null;
    try {
      home = Files.createTempDirectory("crash-test-");
      if (ROOT && user != null) run(List.of("chown", user, home.toString()));
      int port = freePort();
      List<String> started = command.of(home.toString(), port);
      server = quiet(as(user, started.toArray(String[]::new))).start();
      String at = url.at(port);
      await(server, at);
      Path folder = home;
      Process running = server;
      Runnable end = () -> stop(running, folder);
      Runtime.getRuntime().addShutdownHook(new Thread(end));
      return new Store(title, database(at, "crash"), database(at, "replica"), end);
    } catch (Exception e) {
      System.err.println(title + " is installed and does not start: " + e.getMessage());
      if (home != null) stop(server, home);
      return null;
    }
  }

  /** Makes a database of the server; its URL. */
  private static String database(String url, String name) throws SQLException {
    if (url.startsWith("redis:")) return name.equals("crash") ? url : url.replace("/0", "/1");
    try (Connection admin = Databases.pool(url).getConnection();
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return url.replaceFirst("/(postgres|mysql)\\?", "/" + name + "?");
  }

  private static void await(Process server, String url) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try {
        if (url.startsWith("redis:")) new Redis(url).close();
        else Databases.pool(url).getConnection().close();
        return;
      } catch (IOException | SQLException notYet) {
        if (!server.isAlive() || System.nanoTime() > end) throw new IOException(notYet);
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  private static void stop(@Nullable Process server, Path home) {
    if (server != null) {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly().onExit().join();
    }
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
    } catch (IOException e) {
      System.err.println(home + " stays: " + e.getMessage());
    }
  }

  /** Databases do not run as root. */
  private static List<String> as(@Nullable String user, String... command) {
    List<String> all = new ArrayList<>();
    if (ROOT && user != null) all.addAll(List.of("runuser", "-u", user, "--"));
    all.addAll(List.of(command));
    return all;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    int code = quiet(command).start().waitFor();
    if (code != 0) throw new IOException(String.join(" ", command) + " ends with " + code);
  }

  private static ProcessBuilder quiet(List<String> command) {
    return new ProcessBuilder(command)
        .directory(new File("/"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static @Nullable String program(String name) {
    List<String> folders = new ArrayList<>(List.of(System.getenv("PATH").split(":")));
    folders.add("/usr/sbin");
    folders.add("/usr/local/sbin");
    File[] postgres = new File("/usr/lib/postgresql").listFiles();
    if (postgres != null) for (File version : postgres) folders.add(version + "/bin");
    for (String folder : folders) {
      File file = new File(folder, name);
      if (file.canExecute()) return file.getPath();
    }
    return null;
  }
}
