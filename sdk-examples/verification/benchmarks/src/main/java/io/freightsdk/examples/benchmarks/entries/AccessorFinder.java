package io.freightsdk.examples.benchmarks.entries;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Finds the methods of a class that only return a field or a constant. */
final class AccessorFinder extends ClassVisitor {
  private final Set<String> accessors = new HashSet<>();

  AccessorFinder() {
    super(Opcodes.ASM9);
  }

  boolean contains(String name, String descriptor) {
    return accessors.contains(name + descriptor);
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    return new Body(name + descriptor);
  }

  /** An accessor as long as nothing is seen that no accessor does. */
  private final class Body extends MethodVisitor {
    private final String method;
    private boolean onlyReturns = true;
    private boolean hasValue;

    Body(String method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitInsn(int opcode) {
      boolean constant = opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1;
      boolean returnsValue = opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN;
      if (!constant && !returnsValue) onlyReturns = false;
      hasValue |= returnsValue;
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
      // "this", from which a field is read; a parameter handed back is no accessor.
      if (opcode != Opcodes.ALOAD || index != 0) onlyReturns = false;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) onlyReturns = false;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode != Opcodes.CHECKCAST) onlyReturns = false;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      onlyReturns = false;
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      onlyReturns = false;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      onlyReturns = false;
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label rest, Label... labels) {
      onlyReturns = false;
    }

    @Override
    public void visitLookupSwitchInsn(Label rest, int[] keys, Label[] labels) {
      onlyReturns = false;
    }

    @Override
    public void visitIincInsn(int index, int increment) {
      onlyReturns = false;
    }

    @Override
    public void visitEnd() {
      if (onlyReturns && hasValue) accessors.add(method);
    }
  }
}
