package io.freightsdk.mcp;

import io.freightsdk.agent.ApprovalRequest;
import java.awt.BorderLayout;
import java.awt.EventQueue;
import java.awt.Font;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.KeyStroke;
import javax.swing.Timer;
import javax.swing.UIManager;

/**
 * Asks a person in a window of this program, always for the bundle and otherwise for hosts that
 * cannot ask. Neither the model nor the host can answer.
 */
final class ApprovalWindow {
  private static final int TEXT_WIDTH = 560;
  private static final int GAP = 12;

  /** A click that was meant for another window, as this one opened, must not approve anything. */
  private static final int UNARMED_MILLIS = 1000;

  final JFrame frame;
  final JButton yes;
  final JButton no = new JButton("Don't");
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

  /** Opens the window, on the event thread. */
  ApprovalWindow(ApprovalRequest request, String serverName, Duration timeout) {
    boolean isFree = request.priceUsd().signum() == 0;
    String price = price(request.priceUsd());
    frame = new JFrame(serverName + " asks for your approval");
    yes = new JButton(action(request.tool()) + (isFree ? "" : " for " + price));
    JTextArea head = text(isFree ? "This costs nothing" : price + " of the prepaid balance");
    head.setFont(head.getFont().deriveFont(Font.BOLD, 18f));
    JTextArea hint =
        text(
            "Nothing is sent unless you approve. This window closes after "
                + timeout.toMinutes()
                + " minutes, or when the assistant no longer waits.");
    frame.setContentPane(contentPane(head, text(request.summary()), hint));

    yes.addActionListener(click -> answer.complete(true));
    no.addActionListener(click -> answer.complete(false));
    frame.getRootPane().setDefaultButton(no);
    frame
        .getRootPane()
        .registerKeyboardAction(
            key -> answer.complete(false),
            KeyStroke.getKeyStroke(KeyEvent.VK_ESCAPE, 0),
            JComponent.WHEN_IN_FOCUSED_WINDOW);
    frame.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
    frame.addWindowListener(
        new WindowAdapter() {
          @Override
          public void windowClosed(WindowEvent closed) {
            answer.complete(false);
          }
        });
    open();
  }

  private JPanel contentPane(JTextArea head, JTextArea summary, JTextArea hint) {
    JPanel buttons = new JPanel(new BorderLayout());
    buttons.add(no, BorderLayout.WEST);
    buttons.add(yes, BorderLayout.EAST);
    JPanel foot = new JPanel(new BorderLayout(0, GAP));
    foot.add(hint, BorderLayout.CENTER);
    foot.add(buttons, BorderLayout.SOUTH);
    summary.setOpaque(true);
    summary.setCaretPosition(0);
    JPanel all = new JPanel(new BorderLayout(0, GAP));
    all.setBorder(BorderFactory.createEmptyBorder(GAP, GAP, GAP, GAP));
    all.add(head, BorderLayout.NORTH);
    all.add(new JScrollPane(summary), BorderLayout.CENTER);
    all.add(foot, BorderLayout.SOUTH);
    return all;
  }

  private void open() {
    yes.setEnabled(false);
    no.setEnabled(false);
    Timer arming = new Timer(UNARMED_MILLIS, elapsed -> arm());
    arming.setRepeats(false);
    frame.setAlwaysOnTop(true);
    // The person may be typing in the chat.
    frame.setAutoRequestFocus(false);
    frame.pack();
    // A long text scrolls, so that the buttons stay visible.
    int maxHeight = frame.getGraphicsConfiguration().getBounds().height * 3 / 4;
    frame.setSize(frame.getWidth(), Math.min(frame.getHeight(), maxHeight));
    frame.setLocationRelativeTo(null);
    frame.setVisible(true);
    arming.start();
  }

  private void arm() {
    yes.setEnabled(true);
    no.setEnabled(true);
    no.requestFocusInWindow();
  }

  /**
   * Returns whether the person approved. A closed window is not an approval.
   *
   * @param cancellation closes the window when it completes
   * @throws RuntimeException if the person does not answer in time
   */
  static boolean ask(
      ApprovalRequest request,
      String serverName,
      CompletableFuture<?> cancellation,
      Duration timeout) {
    CompletableFuture<ApprovalWindow> window =
        CompletableFuture.supplyAsync(
            () -> {
              useSystemLook();
              return new ApprovalWindow(request, serverName, timeout);
            },
            EventQueue::invokeLater);
    try {
      Object given =
          CompletableFuture.anyOf(window.thenCompose(open -> open.answer), cancellation)
              .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
              .join();
      return Boolean.TRUE.equals(given);
    } finally {
      var unused = window.thenAccept(open -> EventQueue.invokeLater(open.frame::dispose));
    }
  }

  private static void useSystemLook() {
    try {
      UIManager.put("swing.boldMetal", false);
      UIManager.setLookAndFeel(UIManager.getSystemLookAndFeelClassName());
    } catch (Exception e) {
      // Java's own look is good enough.
    }
  }

  private static String action(String tool) {
    return switch (tool) {
      case "create_load" -> "Create the load";
      case "get_load_position" -> "Read the position";
      case "confirm_delivery" -> "Confirm the delivery";
      default -> "Approve";
    };
  }

  private static String price(BigDecimal usd) {
    return usd.setScale(Math.max(2, usd.scale())).toPlainString() + " USD";
  }

  /** Text that wraps. Labels and buttons would show text of the model as HTML. */
  private static JTextArea text(String text) {
    JTextArea area = new JTextArea(text);
    area.setFont(UIManager.getFont("Label.font").deriveFont(14f));
    area.setBorder(BorderFactory.createEmptyBorder(4, 4, 4, 4));
    area.setEditable(false);
    area.setFocusable(false);
    area.setOpaque(false);
    area.setLineWrap(true);
    area.setWrapStyleWord(true);
    // The height of wrapped text depends on its width.
    area.setSize(TEXT_WIDTH, Short.MAX_VALUE);
    return area;
  }
}
