package com.example;

import io.freightsdk.server.InMemoryFreightServer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts a server, and the shrunk program against it. */
public final class Harness {
  private static final long MOST_BYTES = 1_500_000;

  private Harness() {}

  public static void main(String[] arguments) throws Exception {
    Path program = Path.of(arguments[0]);
    long bytes = Files.size(program);
    if (bytes > MOST_BYTES) throw new IllegalStateException(program + " has " + bytes + " bytes");
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      int code =
          new ProcessBuilder(
                  java,
                  "-cp",
                  program.toString(),
                  "com.example.Main",
                  server.baseUrl(),
                  server.createBroker("25.00").agentKey())
              .inheritIO()
              .start()
              .waitFor();
      if (code != 0) throw new IllegalStateException("the shrunk program ended with " + code);
    }
    System.out.println("shrunk to " + bytes + " bytes, and it works");
  }
}
