package com.example;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Starts a server and the program. The program runs in this JVM. With the path of a shrunk jar as
 * argument, it runs in another JVM with only this jar.
 */
public final class Harness {
  private static final long MAX_BYTES = 1_500_000;

  private Harness() {}

  public static void main(String[] arguments) throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      String url = server.baseUrl();
      String key = server.createBroker("25.00").agentKey();
      if (arguments.length == 0) {
        Main.main(new String[] {url, key});
        // A ledger in memory needs neither the database library nor the driver.
        SpendLedger.open(Files.createTempDirectory("freight").resolve("ledger")).close();
      } else {
        runShrunk(Path.of(arguments[0]), url, key);
      }
    }
  }

  private static void runShrunk(Path program, String url, String key) throws Exception {
    long bytes = Files.size(program);
    if (bytes > MAX_BYTES) throw new IllegalStateException(program + " has " + bytes + " bytes");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    int code =
        new ProcessBuilder(java, "-cp", program.toString(), "com.example.Main", url, key)
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) throw new IllegalStateException("exit code of the shrunk program: " + code);
    System.out.println("the shrunk program works, with " + bytes + " bytes");
  }
}
