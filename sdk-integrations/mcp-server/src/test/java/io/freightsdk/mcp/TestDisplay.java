package io.freightsdk.mcp;

import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Needs;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.event.InputEvent;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.stream.IntStream;

/** A display that nobody sees, and a person who looks at it and clicks. */
final class TestDisplay implements AutoCloseable {
  private final Process server;
  private final Process person;
  private final BufferedReader fromPerson;
  private final BufferedWriter toPerson;

  /** For the environment of a program. */
  final String name;

  private TestDisplay(Process server) throws IOException {
    this.server = server;
    name = ":" + server.inputReader().readLine();
    ProcessBuilder child =
        new ProcessBuilder(ChildJvm.program(Person.class))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    child.environment().put("DISPLAY", name);
    person = child.start();
    fromPerson = person.inputReader();
    toPerson = person.outputWriter();
  }

  /** Skips the tests if the machine has no Xvfb. */
  static TestDisplay start() {
    try {
      return new TestDisplay(
          new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      Needs.Program.XVFB.orSkip(false);
      throw new IllegalStateException(e);
    }
  }

  /** The person waits for a window whose buttons are enabled, and clicks one of them once. */
  void click(String button) {
    Eventually.until(() -> person(button), "clicked"::equals);
  }

  void awaitWindow() {
    Eventually.until(() -> person("look"), seen -> !seen.equals("nothing"));
  }

  void awaitNoWindow() {
    Eventually.until(() -> person("look"), "nothing"::equals);
  }

  private String person(String task) throws IOException {
    toPerson.write(task + "\n");
    toPerson.flush();
    return fromPerson.readLine();
  }

  @Override
  public void close() {
    person.destroyForcibly();
    server.destroyForcibly();
  }

  /** A program, because a JVM has the same display for its whole life. */
  static final class Person {
    private static final int BLACK = 0xff000000;

    private Person() {}

    public static void main(String[] arguments) throws Exception {
      Robot robot = new Robot();
      BufferedReader tasks = new BufferedReader(new java.io.InputStreamReader(System.in));
      for (String task = tasks.readLine(); task != null; task = tasks.readLine()) {
        System.out.println(perform(robot, task));
      }
    }

    private static String perform(Robot robot, String task) {
      // Looking all the time would slow the program down.
      robot.delay(50);
      Rectangle window = window(robot);
      if (window.isEmpty()) return "nothing";
      boolean isYes = task.equals("yes");
      if (task.equals("look")) return "a window";
      // Don't is at the left, and the other button at the right.
      int x = isYes ? window.x + window.width - 60 : window.x + 35;
      Rectangle text = new Rectangle(x - 15, window.y + window.height - 33, 30, 20);
      if (!hasDarkText(robot.createScreenCapture(text))) return "disabled";
      robot.mouseMove(x, (int) text.getCenterY());
      robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
      robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
      return "clicked";
    }

    /** The part of the screen that is not black. */
    private static Rectangle window(Robot robot) {
      Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
      BufferedImage image = robot.createScreenCapture(screen);
      // A rectangle without a point. Points have no size.
      Rectangle window = new Rectangle(-1, -1);
      for (int y = 0; y < screen.height; y++) {
        for (int x = 0; x < screen.width; x++) {
          if (image.getRGB(x, y) != BLACK) window.add(x, y);
        }
      }
      return window;
    }

    private static boolean hasDarkText(BufferedImage button) {
      int[] pixels =
          button.getRGB(0, 0, button.getWidth(), button.getHeight(), null, 0, button.getWidth());
      return IntStream.of(pixels).anyMatch(pixel -> (pixel & 0x808080) == 0);
    }
  }
}
