package io.freightsdk.simulation;

import io.freightsdk.testsupport.PlantedFault;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Plants faults one after another into the client of the simulated worlds, each in classes that are
 * loaded for it.
 */
final class PlantedInWorlds {
  private PlantedInWorlds() {}

  /** Writes a line into the file for each planted fault: what the worlds of a build find. */
  public static void main(String[] arguments) throws IOException {
    List<String> lines = new ArrayList<>();
    for (PlantedFault fault : DriverFaultsTest.planted()) {
      long start = System.nanoTime();
      String line = lookFor(fault);
      System.out.printf("%5.1f s: %s: %s%n", (System.nanoTime() - start) / 1e9, fault, line);
      lines.add(line);
    }
    Files.write(Path.of(arguments[0]), lines);
    System.exit(0);
  }

  private static String lookFor(PlantedFault fault) throws IOException {
    Path folder = Files.createTempDirectory("planted");
    try {
      fault.compileTo(folder);
      // On a thread that ends with it, and what watches that with it.
      FutureTask<String> looking = new FutureTask<>(() -> found(folder));
      Thread thread = new Thread(looking, "worlds");
      thread.start();
      return looking.get().replaceAll("\\s+", " ");
    } catch (ExecutionException | InterruptedException | AssertionError wrong) {
      return wrong.toString();
    } finally {
      PlantedFault.delete(folder);
    }
  }

  private static String found(Path folder) throws ReflectiveOperationException {
    Class<?> simulation =
        PlantedFault.loader(folder).loadClass("io.freightsdk.simulation.Simulation");
    try {
      return (String) simulation.getMethod("found").invoke(null);
    } catch (InvocationTargetException thrown) {
      return thrown.getCause().toString();
    }
  }
}
