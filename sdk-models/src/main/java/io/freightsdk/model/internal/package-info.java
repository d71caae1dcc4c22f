/**
 * Code that the generated records and adapters share: it reads and writes values, checks members,
 * and implements derived methods. The generated methods of a record call {@code Derived}, which
 * reads that record: a circle that keeps written code out of generated files. Exported only to our
 * own modules.
 */
@NullMarked
package io.freightsdk.model.internal;

import org.jspecify.annotations.NullMarked;
