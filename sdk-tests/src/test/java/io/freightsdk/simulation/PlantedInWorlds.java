package io.freightsdk.simulation;

import io.freightsdk.testsupport.PlantedFault;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Plants faults one after another into the client of the simulated worlds, each in classes that are
 * loaded for it.
 */
final class PlantedInWorlds {
  /** How a line begins that tells of a fault which worlds find; any other says why not. */
  static final String FOUND = "found";

  private PlantedInWorlds() {}

  /** Writes a line into the file for each fault that has its place in the list, in its order. */
  public static void main(String[] arguments) throws IOException {
    long worlds = Long.parseLong(arguments[1]);
    List<String> lines = new ArrayList<>();
    for (PlantedFault fault : DriverFaultsTest.faults().toList()) {
      if (arguments.length > 2 && !fault.name().matches(".*" + arguments[2] + ".*")) continue;
      long start = System.nanoTime();
      String line = planted(fault, worlds);
      System.out.printf("%5.1f s: %s: %s%n", (System.nanoTime() - start) / 1e9, fault, line);
      lines.add(line);
    }
    Files.write(Path.of(arguments[0]), lines);
    System.exit(0);
  }

  private static String planted(PlantedFault fault, long worlds) throws IOException {
    Path folder = Files.createTempDirectory("planted");
    try {
      fault.compileTo(folder);
      Class<?> simulation =
          PlantedFault.loader(folder).loadClass("io.freightsdk.simulation.Simulation");
      Object found = simulation.getMethod("found", long.class).invoke(null, worlds);
      return String.valueOf(found).replaceAll("\\s+", " ");
    } catch (InvocationTargetException thrown) {
      return thrown.getCause().toString();
    } catch (ReflectiveOperationException | LinkageError wrong) {
      return wrong.toString();
    } finally {
      PlantedFault.delete(folder);
    }
  }
}
