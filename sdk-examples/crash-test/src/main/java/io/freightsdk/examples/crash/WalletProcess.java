package io.freightsdk.examples.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One wallet in a process of its own: tells each call on its standard output as it ends. */
final class WalletProcess {
  private WalletProcess() {}

  static Process start(Kind kind, Place place, int firstOrder, int orders, Path told)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WalletProcess.class.getName(),
                kind.name(),
                Integer.toString(firstOrder),
                Integer.toString(orders)));
    command.addAll(place.arguments());
    return new ProcessBuilder(command)
        .redirectOutput(told.toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  public static void main(String[] arguments) {
    Place place = Place.of(List.of(arguments).subList(3, arguments.length));
    int first = Integer.parseInt(arguments[1]);
    try (Wallet wallet = Kind.valueOf(arguments[0]).open(place)) {
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        Told told = wallet.create(Order.number(first + i));
        System.out.println(told.usd() + " " + told.isOpen());
      }
    }
  }
}
