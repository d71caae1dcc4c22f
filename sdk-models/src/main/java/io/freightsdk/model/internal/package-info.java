/**
 * Code that the generated records and adapters share: it reads and writes values, checks members,
 * and implements derived methods. Exported only to our own modules.
 */
@NullMarked
package io.freightsdk.model.internal;

import org.jspecify.annotations.NullMarked;
